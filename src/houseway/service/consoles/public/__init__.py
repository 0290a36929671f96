"""Pages that need no role: sign-in, tables, rules, results, receipts, the wall screen."""
