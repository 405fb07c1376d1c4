"""The site: pages that are made from the code, and what a page needs beside its text."""
