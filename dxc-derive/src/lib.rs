#![doc = include_str!("../README.md")]

#[macro_use]
mod attributes;
mod bits;
mod camel_case;
mod check;
mod code;
mod column;
mod deferred;
mod earlier;
mod flags;
mod hygiene;
mod item;
mod layout;
mod open_enum;
mod part;
mod record;
mod reference;
mod sequence;
mod serde;
mod shown;
mod switch;
mod table;
mod target;

use proc_macro::TokenStream;
use proc_macro2::Span;

use self::hygiene::{apart, resolved};

/// The result of a macro, or the compile errors at the mistakes.
fn expand(result: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    result
        .map_or_else(syn::Error::into_compile_error, deferred::defer)
        .into()
}

/// Like [`expand`], for a declaration with expressions over its fields. Their names are kept apart from the locals of
/// the macro. Errors are at the declaration itself.
fn expand_apart(
    item: TokenStream,
    expand: impl FnOnce(proc_macro2::TokenStream) -> syn::Result<proc_macro2::TokenStream>,
) -> TokenStream {
    let first = item.clone().into_iter().next();
    let own = first.map_or_else(Span::call_site, |token| token.span().into());
    let code = match expand(apart(item)) {
        Ok(code) => deferred::defer(code),
        Err(error) => resolved(error.into_compile_error(), own),
    };
    code.into()
}

/// Named values of an integer, open to all others.
///
/// The declaration looks like an enum and becomes a newtype with a constant for each value, so that a value without a
/// name is read, kept and written like any other.
///
/// ```
/// use dxc_runtime::open_enum;
///
/// /// How a resource is viewed.
/// #[open_enum(u32)]
/// pub enum ViewKind {
///     /// For reading.
///     Read = 0,
///     /// For reading and writing.
///     Write = 1,
///     /// The older name of `Write`.
///     #[dxc(alias, keyword = "RW")]
///     Unordered = 1,
/// }
///
/// assert_eq!(ViewKind::Unordered, ViewKind::Write);
/// assert_eq!(ViewKind(1).to_string(), "Write");
/// assert_eq!(format!("{:?}", ViewKind(7)), "ViewKind(7)");
/// assert_eq!(ViewKind::from_name("Read"), Some(ViewKind::Read));
/// ```
///
/// Columns are further facts of each value. A match on the words of a column names all of them:
///
/// ```
/// use dxc_runtime::open_enum;
///
/// /// An instruction.
/// #[open_enum(u8, columns(
///     /// The mnemonic.
///     key text: str,
///     /// The format of its numbers.
///     numbers: OpcodeNumbers { Float = "float", Any = "any" },
/// ))]
/// pub enum Opcode {
///     /// Adds.
///     #[dxc(text = "add", numbers = "float")]
///     Add = 0,
///     /// Stops.
///     #[dxc(text = "ret", numbers = "")]
///     Return = 1,
/// }
///
/// assert_eq!(Opcode::from_text("ret"), Some(Opcode::Return));
/// assert!(matches!(Opcode::Add.numbers(), Some(OpcodeNumbers::Float)));
/// assert_eq!((Opcode(9).text(), Opcode(9).numbers()), (None, None));
/// ```
///
/// - `#[open_enum(TYPE)]`, with `mirrors = "MACRO"` if the table is one of `DXContainerConstants.def`, and
///   `from = OTHER` if every value of another such type is one of this
/// - `columns(name: TYPE, ..)` declares the attributes of values, each with its doc; each has an accessor. The type is `i32`,
///   `bool`, `str`, `[str]`, another such type or a list of it, or a few words, which become an enum. `key` before the name
///   generates functions that find a value by the text
/// - `#[dxc(alias)]` on a value that an earlier name has; `#[dxc(marker)]` on a name that only marks the end of the values; `#[dxc(attribute = ..)]` for its other attributes
#[proc_macro_attribute]
pub fn open_enum(attribute: TokenStream, item: TokenStream) -> TokenStream {
    expand(open_enum::expand(attribute.into(), item.into()))
}

/// Named bits of an integer; the others are kept.
///
/// ```
/// use dxc_runtime::flags;
///
/// /// Who may see a thing.
/// #[flags(u32)]
/// pub enum Access {
///     /// No access.
///     None = 0,
///     /// The reader.
///     Read = 0x1,
///     /// The writer.
///     Write = 0x2,
/// }
///
/// let access = Access::Read | Access(0x80);
/// assert!(access.contains(Access::Read));
/// assert_eq!(access.to_string(), "Read | 0x80");
/// assert_eq!(access.unknown(), 0x80);
/// ```
///
/// The attributes of values are those of [`macro@open_enum`].
#[proc_macro_attribute]
pub fn flags(attribute: TokenStream, item: TokenStream) -> TokenStream {
    expand(flags::expand(attribute.into(), item.into()))
}

/// Fields packed into an integer, the least significant first.
///
/// The declaration becomes a newtype with a getter and a setter for each field. Setters refuse values that overflow the field.
///
/// ```
/// use dxc_runtime::bits;
///
/// /// A shader model.
/// #[bits(u8)]
/// pub struct Model {
///     /// The minor version.
///     #[bits(4)]
///     pub minor: u8,
///     /// The major version.
///     #[bits(4)]
///     pub major: u8,
/// }
///
/// let mut model = Model(0x65);
/// assert_eq!((model.major(), model.minor()), (6, 5));
/// model.set_minor(8).unwrap();
/// assert_eq!(model.0, 0x68);
/// assert!(model.set_minor(16).is_err());
/// ```
///
/// - `#[bits(N)]` on a field: its width; `#[dxc(reserved)]` if it is kept but has no meaning
#[proc_macro_attribute]
pub fn bits(attribute: TokenStream, item: TokenStream) -> TokenStream {
    expand(bits::expand(attribute.into(), item.into()))
}

/// Consecutive fields of a fixed size: implements `Fixed`, and with it `BinRead`, `BinWrite` and a layout table.
///
/// ```
/// use dxc_runtime::{Fixed, Record};
///
/// /// A range of registers.
/// #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Record)]
/// pub struct Registers {
///     /// The first.
///     pub first: u32,
///     /// How many.
///     pub count: u16,
///     /// Kept, without a meaning.
///     #[dxc(reserved)]
///     pub unused: [u8; 2],
/// }
///
/// let registers = Registers::decode(&[3, 0, 0, 0, 2, 0, 0, 0]).unwrap();
/// assert_eq!((registers.first, registers.count), (3, 2));
/// assert_eq!(Registers::LAYOUT.fields[1].at, 4);
/// ```
///
/// - `#[dxc(default = E)]` on a field: the default value, instead of 0; `Default` is then not derived
/// - `#[dxc(is = E)]` on a FourCC: the required value, which `Fixed::check` checks and a new value has; `Default` is
///   then not derived, either
/// - `#[dxc(yaml = "KEY", flatten, show = "HOW")]` on a field: its form in YAML
/// - `#[dxc(reserved)]` on a field that is kept but has no meaning; `#[dxc(names = TABLE)]` on the offset of a string,
///   with `last` if the string follows all others in a new table, `base = N` if offsets in the file count from `N`
///   bytes before the table (with versions by value, `N` may be an argument), `null = N` for the null offset, and
///   `check` if every other offset must reference a string; `#[dxc(run = TABLE, len = FIELD)]` on the first index of a
///   run of numbers
///
/// # Versions
///
/// By size, later versions append fields:
///
/// ```
/// use dxc_runtime::{BySize, Record, Row};
///
/// /// A binding.
/// #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Record)]
/// #[dxc(by_size(0, 2))]
/// pub struct Binding {
///     /// The register.
///     pub register: u32,
///     /// The kind of the resource, since version 2.
///     #[dxc(since = 2)]
///     kind: u32,
///     #[dxc(version)]
///     version: u32,
/// }
///
/// let old = Binding::read_row(&[1, 0, 0, 0], ()).unwrap();
/// assert_eq!((old.version(), old.kind()), (0, None));
/// let new = Binding::read_row(&[1, 0, 0, 0, 9, 0, 0, 0, 7], ()).unwrap();
/// assert_eq!((new.version(), new.kind()), (2, Some(9)));
/// ```
///
/// By value, each version lists the fields that it lacks:
///
/// ```
/// use dxc_runtime::{Record, Row, int::int};
///
/// /// A range; flags precede the offset.
/// #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Record)]
/// #[dxc(by_value(version: u32))]
/// #[dxc(version(when = "version <= 1" => int(version) <= 1, without(flags)))]
/// #[dxc(version(when = "version >= 2" => int(version) >= 2))]
/// pub struct Range {
///     /// How many descriptors.
///     pub count: u32,
///     /// How they change.
///     pub flags: u32,
///     /// The offset of the first.
///     pub offset: u32,
/// }
///
/// assert_eq!((Range::size((1,)), Range::size((2,))), (8, 12));
/// ```
///
/// If no condition is true, the last version is used. On a field:
///
/// - `since = N`: by size, the first version that has it, with `grown` if only the larger size of that version has it; `version`:
///   the field that stores the version; `if = "TEXT"`: by value, its condition for messages
#[proc_macro_derive(Record, attributes(dxc))]
pub fn record(item: TokenStream) -> TokenStream {
    expand_apart(item, record::expand)
}

/// Consecutive fields, some of them computed, counted or placed by others.
///
/// The declaration lists every field in the order of the file. Computed fields (`is`) and padding (`align`) are removed
/// from the struct. The macro also declares a view of the remaining fields, which borrows.
///
/// ```
/// use dxc_runtime::sequence;
///
/// /// Numbers behind their count.
/// #[sequence(view = NumbersView)]
/// #[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
/// pub struct Numbers {
///     /// How many there are.
///     #[dxc(is = "len(numbers)")]
///     count: u32,
///     /// The numbers.
///     #[dxc(run, count = "count")]
///     pub numbers: Vec<u16>,
///     /// Bytes behind them.
///     #[dxc(trailing)]
///     pub trailing: Vec<u8>,
/// }
///
/// let view = NumbersView::parse(&[2, 0, 0, 0, 7, 0, 8, 0]).unwrap();
/// assert_eq!(view.numbers().get(1), Some(8));
/// let mut numbers = view.to_value();
/// numbers.numbers.push(9);
/// assert_eq!(numbers.to_bytes().unwrap(), [3, 0, 0, 0, 7, 0, 8, 0, 9, 0]);
/// ```
///
/// `#[sequence(view = Name)]` may have `takes(name: type, ..)`, `serde(E, ..)`, the arguments for serde, `nested`, and
/// `follows = FIELD`: the record whose version is the version of the whole; `refers` if its structures have tables, or
/// references to them; `yaml = "Key"` or `flatten` for YAML.
///
/// Every expression is written twice, `"in the schema's notation" => in Rust`: the text is for messages.
///
/// The word of its kind comes first; a field without one is a single value.
///
/// | kind | the field |
/// |---|---|
/// | `is = E` | equals `E`: checked on reading, computed on writing; `late` if that needs places or sizes; `holds` if reading took it from this field |
/// | `canonical = E` | an `Option`: `None` means `E`, anything else is kept |
/// | `optional` | an `Option` of a single value, with `if`, `known` or `null` |
/// | `blob` | a `Vec<u8>` or a `StringTable`, with `count` in bytes or `to_end`; a `Text`, a string outside of tables, with `at`; an `Option` with `null`; or another `dxc_runtime::Blob` |
/// | `run` | records in a `Vec`, with `count` or `to_end` |
/// | `index_table`, `lists` | numbers with runs that records reference; lists, each behind its length |
/// | `strided`, `sized` | a `Strided` with `stride`; a `SizedRecord` with `size` or `to_end` |
/// | `nested`, `items` | a nested sequence or a choice; a `Vec` of them |
/// | `pool`, `names = POOL` | structures with references; a reference, an `Option` with `null` |
/// | `align = N` | padding, with `fill` |
/// | `trailing`, `memory` | bytes behind the last field; the bytes that were read, if they are not in the canonical layout |
///
/// | word | meaning |
/// |---|---|
/// | `default = E` | the default value, instead of 0 or nothing; `Default` is then not derived |
/// | `count = E` | how many |
/// | `compare` | a count or a size that is not computed: writing refuses another one, and for a structure reading, too |
/// | `sets = FIELD` | writing sets the count in a field of the value, or of a record in it; `of = RUN`: from a run in the structure |
/// | `round = N` | writing fills bytes or strings with 0 up to a multiple of `N` |
/// | `nul_first` | a new table of strings begins with NUL |
/// | `repeats` | DXC stores a string for each reference |
/// | `merges` | LLVM sorts strings by suffix and stores a suffix within its string |
/// | `named(NAME, ..)` | the strings without references, in order; methods return them |
/// | `to_end` | all remaining bytes |
/// | `stride = E` | bytes a record |
/// | `size = E` | bytes of a record or a structure |
/// | `at = E` | where the field begins; `aligned = N` and `fill = BYTE`: how a new layout pads before it |
/// | `null = N` | the offset of nothing: a value, a structure, a reference and a blob, but for a `StringTable`, are an `Option`; runs and string tables are empty |
/// | `if = E` | whether the field is there |
/// | `known = FIELD` | a record is there if this field of it has a known value |
/// | `with(E, ..)` | the arguments of the records of a run, or of structures |
/// | `check(FIELD in TABLE)` | reading refuses records whose field, `names` in its own declaration, references no string |
/// | `each(NAME, N)` | several runs in one: `count` is that of each, `NAME` its number from 0 |
/// | `circular` | the structure may contain others of the type that contains it |
/// | `near` | structures of the pool are placed near their references |
/// | `unknown` | the bytes are unrecognized, and may have references |
/// | `yaml = "KEY"`, `flatten`, `show = "HOW"`, `version = "KEY"`, `llvm = N`, `llvm = false`, `llvm = E` | its form in YAML |
#[proc_macro_attribute]
pub fn sequence(attribute: TokenStream, item: TokenStream) -> TokenStream {
    expand_apart(item, |item| sequence::expand(apart(attribute), item))
}

/// Types that a selector chooses from.
///
/// # For the same bytes
///
/// A struct stores the bytes.
///
/// ```
/// use dxc_runtime::{Switch, open_enum};
///
/// /// The kind of the content.
/// #[open_enum(u8)]
/// pub enum Kind {
///     /// A number.
///     Number = 0,
///     /// Two halves.
///     Halves = 1,
/// }
///
/// /// The content.
/// #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Switch)]
/// #[dxc(by = Kind, selector = "kind")]
/// #[dxc(arm(number: u32, when(Number), doc = "The number."))]
/// #[dxc(arm(halves: [u16; 2], when(Halves), doc = "The halves."))]
/// pub struct Content(pub [u8; 4]);
///
/// let content = Content([1, 0, 2, 0]);
/// assert_eq!(content.halves(Kind::Halves), Some([1, 2]));
/// assert_eq!(content.number(Kind::Halves), None);
/// ```
///
/// - `by`: the enum that selects; `selector`: the field of the record with the selector
/// - `arm(NAME: TYPE, when(VALUE, ..), doc = "..")`: a type; selectors without one are allowed
///
/// # Of different sizes
///
/// An enum contains a record, or a nested sequence, for each value of the selector.
///
/// ```
/// use dxc_runtime::{Nested, Switch, open_enum};
///
/// /// The kind of the content.
/// #[open_enum(u8)]
/// pub enum Kind {
///     /// A byte.
///     Small = 0,
///     /// Eight bytes.
///     Large = 1,
/// }
///
/// /// The content.
/// #[derive(Clone, Debug, PartialEq, Eq, Hash, Switch)]
/// #[dxc(view = ContentView, by = Kind)]
/// pub enum Content {
///     /// A byte.
///     #[dxc(when(Small))]
///     Small(u8),
///     /// Eight bytes.
///     #[dxc(when(Large))]
///     Large(u64),
/// }
///
/// assert_eq!(Content::default(), Content::Small(0));
/// ```
///
/// - `#[dxc(view = Name, by = Enum)]`: the view to declare, and the type of the selector; `takes(name: type, ..)` for
///   its parameters besides the selector
/// - `#[dxc(when(Value, ..))]` on an arm; `nested` if it contains a sequence, `bytes` or `strings` if it contains all
///   remaining bytes or strings; `with(E, ..)` for the arguments of the arm
/// - `#[dxc(directory(Value, View, FIELD, PATH, PATH))]` if arms are the contents of the tables of a part and its view: the
///   field with the tables, and the paths of the selector and of the content in each. `accessor = NAME` on an arm; `lists = FIELD` on that with lists;
///   `range = RECORD` on that of bytes: the record, an `offset` and a `size`, that references some of them
#[proc_macro_derive(Switch, attributes(dxc))]
pub fn switch(item: TokenStream) -> TokenStream {
    expand_apart(item, switch::expand)
}

/// The parts of a container: a variant for each type, bound to FourCCs, and one for everything else.
///
/// ```
/// use dxc_format::runtime as dxc_runtime;
/// use dxc_runtime::{FourCC, Part, sequence};
///
/// /// A lonely number.
/// #[sequence(view = LonelyView)]
/// #[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
/// pub struct Lonely {
///     /// The number.
///     pub number: u32,
///     /// Bytes behind it.
///     #[dxc(trailing)]
///     pub trailing: Vec<u8>,
/// }
///
/// /// My private parts.
/// #[derive(Clone, Debug, PartialEq, Eq, Hash, Part)]
/// #[dxc(view = PrivateView)]
/// pub enum Private {
///     /// LONE.
///     #[dxc(view = LonelyView, fourcc("LONE"))]
///     Lonely(Lonely),
///     /// Everything else.
///     #[dxc(opaque)]
///     Opaque(Vec<u8>),
/// }
///
/// let view = PrivateView::parse(FourCC(*b"LONE"), &[5, 0, 0, 0]).unwrap();
/// assert!(matches!(view, PrivateView::Lonely(lonely) if lonely.number() == 5));
/// ```
///
/// - `#[dxc(view = Name)]`: the view to declare, and of each variant the view of its type
/// - `#[dxc(fourcc("ISG1", "OSG1"; 2))]`: the FourCCs of a variant, and the arguments that they pass to its type
/// - `#[dxc(magic("STAT", 8, b"DXIL"))]`: the bytes of a part's data at an offset, if other variants have the FourCC, too;
///   one of them, which is tried last, has no such word
/// - `#[dxc(opaque)]`: the variant of all other parts
/// - `#[dxc(accessors = Name)]`: a trait to declare, which adds a method for each FourCC to containers. In the
///   container's own crate, `Container` adds the methods without a trait
#[proc_macro_derive(Part, attributes(dxc))]
pub fn part(item: TokenStream) -> TokenStream {
    expand(part::expand(item.into()))
}
