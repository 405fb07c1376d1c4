"""TLA+ values as plain Python values, so that normal values are hashed and compared in C.

- Numbers are `int`, strings `str`, finite sets `frozenset`.
- Tuples, sequences and all other functions over 1..n are a `tuple` of the values.
- All other functions, including records, are a `tuple` that begins with a `Domain`.
- Truth values and model values are interned objects.
- A `LazySet` is a set that is not listed, a `LazyFunction` a function that is not tabulated.

`normal` lists lazy values. States and other values contain only normal values.
"""

from .atoms import FALSE as FALSE
from .atoms import TRUE as TRUE
from .atoms import ModelValue as ModelValue
from .atoms import Truth as Truth
from .atoms import truth as truth
from .combined import Difference as Difference
from .combined import Filtered as Filtered
from .combined import Intersection as Intersection
from .combined import Union as Union
from .combined import union as union
from .domain import Domain as Domain
from .equality import equal as equal
from .equality import kind_of as kind_of
from .functions import LazyFunction as LazyFunction
from .functions import apply as apply
from .functions import arguments_of as arguments_of
from .functions import domain as domain
from .functions import domain_of as domain_of
from .functions import field as field
from .functions import function as function
from .functions import is_function as is_function
from .functions import is_sequence as is_sequence
from .functions import items as items
from .functions import make as make
from .functions import normal as normal
from .functions import outside as outside
from .functions import record as record
from .functions import unwatched as unwatched
from .functions import updated as updated
from .functions import values_of as values_of
from .grid import grid as grid
from .infinite import ANY as ANY
from .infinite import INT as INT
from .infinite import NAT as NAT
from .infinite import REAL as REAL
from .infinite import STRING as STRING
from .infinite import BoundedSequences as BoundedSequences
from .infinite import Endless as Endless
from .infinite import Sequences as Sequences
from .injections import Injections as Injections
from .injections import is_injective as is_injective
from .json import from_json as from_json
from .json import to_json as to_json
from .lazyset import LazySet as LazySet
from .members import a_set as a_set
from .members import elements as elements
from .members import is_empty as is_empty
from .members import is_finite as is_finite
from .members import is_in as is_in
from .members import is_listable as is_listable
from .members import is_subset as is_subset
from .members import members as members
from .members import size as size
from .operations import as_listed as as_listed
from .operations import big_union as big_union
from .operations import cap as cap
from .operations import cup as cup
from .operations import interval as interval
from .operations import minus as minus
from .order import in_order as in_order
from .order import key as key
from .order import listed as listed
from .plenty import LISTED as LISTED
from .plenty import LOOK_EVERY as LOOK_EVERY
from .plenty import collected as collected
from .plenty import fewer as fewer
from .plenty import too_many as too_many
from .products import FunctionSet as FunctionSet
from .products import Product as Product
from .products import RecordSet as RecordSet
from .show import shortly as shortly
from .show import show as show
from .subsets import Interval as Interval
from .subsets import PowerSet as PowerSet
from .subsets import SizedSubsets as SizedSubsets
