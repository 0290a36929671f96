"""Several hosts on one machine: a network of namespaces, a database, web servers and a proxy."""
