"""The API: orders, queries, live changes and devices, with one error shape on every route."""
