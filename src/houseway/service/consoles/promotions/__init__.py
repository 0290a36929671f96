"""Promotions as the service knows them: what each viewer sees, forms, seeds, names apart."""
