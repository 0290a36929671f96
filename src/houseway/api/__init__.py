"""What `import houseway` offers to Python programs."""
