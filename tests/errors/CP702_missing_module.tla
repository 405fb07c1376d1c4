---- MODULE CP702_missing_module ----
EXTENDS Naturals, Elsewhere
VARIABLE x
====
