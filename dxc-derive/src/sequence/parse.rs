//! The declaration behind `#[sequence]`.

use proc_macro2::TokenStream;
use syn::parse::{ParseStream, Parser};
use syn::{
    Attribute, Expr, GenericArgument, Generics, Ident, ItemStruct, LitInt, LitStr, PathArguments,
    Token, Type, Visibility,
};

use crate::attributes::{self, Argument, Problems, Rule, Words, list, value, wrong};
use crate::shown::Shown;

pub(super) struct Sequence {
    pub(super) attributes: Vec<Attribute>,
    pub(super) visibility: Visibility,
    pub(super) name: Ident,
    pub(super) view: Ident,
    pub(super) arguments: Vec<Argument>,
    /// The records that it takes.
    pub(super) generics: Generics,
    /// It stands inside of others, and is no part.
    pub(super) is_nested: bool,
    /// The key in documents that it stands below.
    pub(super) key: String,
    /// Documents show its fields where it stands.
    pub(super) flatten: bool,
    /// It has tables of the part, or numbers that name something in them, or leads to what has.
    pub(super) refers: bool,
    /// The record whose version the whole is said to have.
    pub(super) follows: Option<Ident>,
    pub(super) members: Vec<Member>,
}

pub(super) struct Member {
    pub(super) docs: Vec<Attribute>,
    pub(super) visibility: Visibility,
    pub(super) name: Ident,
    /// The type as it was declared.
    pub(super) ty: Type,
    pub(super) class: Class,
    pub(super) words: MemberWords,
}

/// What a field is, which its type and its words tell.
pub(super) enum Class {
    /// Computed on writing, and no field of the struct.
    Computed,
    /// Computed on writing, unless the value says otherwise; the type without its `Option`.
    Usual(Type),
    /// A single value.
    Fixed,
    /// A single value that may be absent; the type without its `Option`.
    Optional(Type),
    /// Bytes.
    Bytes,
    /// A string table.
    Strings,
    /// Records one behind the other.
    Run(Type),
    /// Records with a stride of their own.
    Strided(Type),
    /// A record with a size of its own.
    Sized(Type),
    /// Structures one behind the other.
    Items(Type),
    /// A single structure.
    Nested,
    /// A string that stands alone.
    Text,
    /// Bytes that an offset may place, or not.
    OptionalBytes,
    /// Structures that numbers name.
    Pool(Type),
    /// A number that names what is in a pool.
    Reference {
        /// Whether it may name nothing: an `Option`.
        may_lack: bool,
    },
    Padding(LitInt),
    Trailing,
    Memory,
}

impl Class {
    /// What it is, for messages, and the words that it may have.
    fn words(&self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::Computed => (
                "a computed field",
                &["is", "late", "holds", "at", "if", "aligned", "fill"],
            ),
            Self::Usual(_) => (
                "a field with a usual value",
                &["usual", "at", "if", "aligned", "fill"],
            ),
            Self::Fixed => ("a single value", &["at", "aligned", "fill"]),
            Self::Optional(_) => (
                "an optional value",
                &["if", "known", "at", "aligned", "fill"],
            ),
            Self::Bytes => (
                "bytes",
                &[
                    "count", "compare", "sets", "round", "to_end", "at", "if", "aligned", "fill",
                    "unknown",
                ],
            ),
            Self::Strings => (
                "strings",
                &[
                    "count",
                    "compare",
                    "sets",
                    "round",
                    "nul_first",
                    "repeats",
                    "merges",
                    "named",
                    "to_end",
                    "at",
                    "if",
                    "ours",
                    "aligned",
                    "fill",
                ],
            ),
            Self::Run(_) => (
                "records in a `Vec`",
                &[
                    "count", "each", "compare", "sets", "table", "lists", "to_end", "at", "if",
                    "ours", "with", "check", "aligned", "fill",
                ],
            ),
            Self::Strided(_) => (
                "a `Strided`",
                &[
                    "count", "compare", "sets", "stride", "to_end", "at", "if", "ours", "aligned",
                    "fill",
                ],
            ),
            Self::Sized(_) => (
                "a `SizedRecord`",
                &[
                    "size", "compare", "to_end", "at", "if", "version", "aligned", "fill",
                ],
            ),
            Self::Items(_) => (
                "structures in a `Vec`",
                &[
                    "nested", "count", "to_end", "compare", "sets", "stride", "at", "null", "with",
                    "aligned", "fill",
                ],
            ),
            Self::Nested => (
                "a structure",
                &[
                    "nested", "at", "with", "size", "compare", "to_end", "aligned", "fill",
                ],
            ),
            Self::Text => ("a string", &["at", "if", "aligned", "fill"]),
            Self::OptionalBytes => (
                "bytes that may lack",
                &["count", "compare", "null", "at", "aligned", "fill"],
            ),
            Self::Pool(_) => (
                "a pool",
                &["pool", "near", "nested", "with", "aligned", "fill"],
            ),
            Self::Reference { .. } => ("a number that names", &["names", "null", "if"]),
            Self::Padding(_) => ("padding", &["align", "fill"]),
            Self::Trailing => ("trailing bytes", &["trailing"]),
            Self::Memory => ("the memory of a layout", &["memory"]),
        }
    }
}

#[derive(Default)]
pub(super) struct MemberWords {
    /// The words themselves, for messages.
    given: Vec<Ident>,
    pub(super) is: Option<Rule>,
    pub(super) late: bool,
    /// What `is` is computed from was read by this field, so that reading need not compare them.
    pub(super) holds: bool,
    pub(super) usual: Option<Rule>,
    pub(super) count: Option<Rule>,
    pub(super) compare: bool,
    pub(super) sets: Option<Expr>,
    pub(super) round: Option<LitInt>,
    pub(super) nul_first: bool,
    pub(super) repeats: bool,
    pub(super) merges: bool,
    pub(super) table: bool,
    /// Lists, which numbers of the part name.
    pub(super) lists: bool,
    pub(super) to_end: bool,
    pub(super) stride: Option<Rule>,
    pub(super) size: Option<Rule>,
    pub(super) at: Option<Rule>,
    pub(super) condition: Option<Rule>,
    /// Whether LLVM's documents have no key for it.
    pub(super) ours: Option<Rule>,
    pub(super) with: Vec<Rule>,
    pub(super) checks: Vec<Check>,
    pub(super) each: Option<Each>,
    pub(super) shown: Shown,
    /// The field of the record that tells whether it is there.
    pub(super) known: Option<Ident>,
    /// The number that places or names nothing.
    pub(super) null: Option<LitInt>,
    /// The pool that it names a structure of.
    pub(super) names: Option<Ident>,
    pub(super) aligned: Option<LitInt>,
    pub(super) fill: Option<LitInt>,
    /// Nobody knows what the bytes are.
    pub(super) unknown: bool,
    pool: bool,
    /// What is in the pool is placed near what names it.
    pub(super) near: bool,
    nested: bool,
    align: Option<LitInt>,
    trailing: bool,
    memory: bool,
}

/// `each(NAME, END)`: several runs in one, counted one by one.
pub(super) struct Each {
    pub(super) name: Ident,
    pub(super) end: LitInt,
    /// The count of each.
    pub(super) count: Option<Rule>,
}

/// `check(FIELD in TABLE)`.
pub(super) struct Check {
    pub(super) field: Ident,
    pub(super) table: Ident,
}

/// The words on how documents show a field, which go with every class.
const SHOWN: [&str; 3] = ["yaml", "flatten", "show"];

impl MemberWords {
    /// What follows from the class, and from the words together.
    fn settle(&mut self, class: &Class, is_nested: bool) {
        let is_computed = matches!(class, Class::Computed | Class::Usual(_));
        // Records show what they name in a table.
        let is_table = matches!(class, Class::Strings) && self.shown.named.is_empty()
            || self.table
            || self.lists;
        self.shown.lists = self.lists;
        if is_table && !is_nested || is_computed && !self.shown.is_given() {
            self.shown.hide();
        }
        if is_computed {
            self.shown.compute();
        }
        if let (Some(each), Some(count)) = (&mut self.each, &mut self.count) {
            let Each { name, end, .. } = each;
            let rust = &count.rust;
            let all = syn::parse_quote!(::dxc_format::runtime::int::each(#end, |#name| #rust));
            let one = Rule {
                text: count.text.clone(),
                rust: std::mem::replace(&mut count.rust, all),
            };
            each.count = Some(one);
        }
    }
}

impl Words for MemberWords {
    const LEGAL: &'static [&'static str] = &[
        "is",
        "late",
        "holds",
        "usual",
        "count",
        "each",
        "compare",
        "sets",
        "round",
        "nul_first",
        "repeats",
        "merges",
        "named",
        "table",
        "lists",
        "to_end",
        "stride",
        "size",
        "at",
        "if",
        "with",
        "check",
        "known",
        "null",
        "names",
        "pool",
        "near",
        "aligned",
        "fill",
        "nested",
        "align",
        "trailing",
        "memory",
        "unknown",
        "yaml",
        "flatten",
        "show",
        "version",
    ];

    fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        self.given.push(word.clone());
        match word.to_string().as_str() {
            "is" => self.is = Some(value(input)?),
            "late" => self.late = true,
            "holds" => self.holds = true,
            "usual" => self.usual = Some(value(input)?),
            "count" => self.count = Some(value(input)?),
            "compare" => self.compare = true,
            "sets" => self.sets = Some(value(input)?),
            "round" => self.round = Some(value(input)?),
            "nul_first" => self.nul_first = true,
            "repeats" => self.repeats = true,
            "merges" => self.merges = true,
            "named" => self.shown.named = list(input)?,
            "table" => self.table = true,
            "lists" => self.lists = true,
            "to_end" => self.to_end = true,
            "stride" => self.stride = Some(value(input)?),
            "size" => self.size = Some(value(input)?),
            "at" => self.at = Some(value(input)?),
            "if" => self.condition = Some(value(input)?),
            "ours" => self.ours = Some(value(input)?),
            "with" => self.with = list(input)?,
            "check" => {
                let content;
                syn::parenthesized!(content in input);
                let field = content.parse()?;
                content.parse::<Token![in]>()?;
                let table = content.parse()?;
                self.checks.push(Check { field, table });
            }
            "known" => self.known = Some(value(input)?),
            "null" => self.null = Some(value(input)?),
            "names" => self.names = Some(value(input)?),
            "pool" => self.pool = true,
            "near" => self.near = true,
            "aligned" => self.aligned = Some(value(input)?),
            "fill" => self.fill = Some(value(input)?),
            "nested" => self.nested = true,
            "align" => self.align = Some(value(input)?),
            "trailing" => self.trailing = true,
            "memory" => self.memory = true,
            "unknown" => self.unknown = true,
            "each" => {
                let content;
                syn::parenthesized!(content in input);
                let name = content.parse()?;
                content.parse::<Token![,]>()?;
                let (end, count) = (content.parse()?, None);
                self.each = Some(Each { name, end, count });
            }
            "version" => self.shown.version(input)?,
            _ => return self.shown.word(word, input),
        }
        Ok(true)
    }
}

#[derive(Default)]
struct SequenceWords {
    view: Option<Ident>,
    takes: Vec<Argument>,
    follows: Option<Ident>,
    nested: bool,
    key: Option<LitStr>,
    flatten: bool,
    refers: bool,
}

impl Words for SequenceWords {
    const LEGAL: &'static [&'static str] = &[
        "view", "takes", "follows", "nested", "refers", "yaml", "flatten",
    ];

    fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        match word.to_string().as_str() {
            "view" => self.view = Some(value(input)?),
            "takes" => self.takes = list(input)?,
            "follows" => self.follows = Some(value(input)?),
            "nested" => self.nested = true,
            "refers" => self.refers = true,
            "yaml" => self.key = Some(value(input)?),
            "flatten" => self.flatten = true,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

impl Sequence {
    pub(super) fn parse(attribute: TokenStream, item: TokenStream) -> syn::Result<Self> {
        let mut words = SequenceWords::default();
        let parser = |input: ParseStream<'_>| attributes::words(&mut words, input);
        parser.parse2(attribute)?;
        let item: ItemStruct = syn::parse2(item)?;
        let Some(view) = words.view else {
            return wrong(item.ident.span(), "expected `#[sequence(view = Name)]`");
        };
        let mut problems = Problems::default();
        let is_nested = words.nested;
        let mut members = Vec::new();
        for mut field in item.fields {
            let Some(mut words) = problems.note(attributes::take::<MemberWords>(&mut field.attrs))
            else {
                continue;
            };
            let Some(name) = field.ident.clone() else {
                return wrong(item.ident.span(), "fields of a sequence have names");
            };
            if let Some(class) = problems.note(class(&field.ty, &name, &words)) {
                let (what, legal) = class.words();
                for word in words
                    .given
                    .iter()
                    .filter(|word| !SHOWN.contains(&word.to_string().as_str()))
                    .filter(|word| !legal.contains(&word.to_string().as_str()))
                {
                    let legal = legal.join("`, `");
                    problems.add(
                        word,
                        format!("`{word}` does not go with {what}, which may have `{legal}`"),
                    );
                }
                let (docs, visibility, ty) = (field.attrs, field.vis, field.ty);
                words.settle(&class, is_nested);
                members.push(Member {
                    docs,
                    visibility,
                    name,
                    ty,
                    class,
                    words,
                });
            }
        }
        let (attributes, visibility, name) = (item.attrs, item.vis, item.ident);
        let generics = item.generics;
        let (arguments, follows) = (words.takes, words.follows);
        let key = words
            .key
            .map_or_else(|| name.to_string(), |key| key.value());
        problems.or(Self {
            attributes,
            visibility,
            name,
            view,
            arguments,
            generics,
            is_nested,
            key,
            flatten: words.flatten,
            refers: words.refers,
            follows,
            members,
        })
    }

    /// The generics of the view, which borrows.
    pub(super) fn view_generics(&self) -> Generics {
        let mut generics = self.generics.clone();
        generics.params.insert(0, syn::parse_quote!('a));
        generics
    }

    /// The arguments of the view's type, which borrows for `lifetime`.
    pub(super) fn of_view(&self, lifetime: &TokenStream) -> TokenStream {
        let types = self
            .generics
            .type_params()
            .map(|parameter| &parameter.ident);
        quote!(<#lifetime, #(#types),*>)
    }

    /// The names and the types of what it takes.
    pub(super) fn arguments(&self) -> (Vec<&Ident>, Vec<&Type>) {
        self.arguments
            .iter()
            .map(|argument| (&argument.name, &argument.ty))
            .unzip()
    }
}

impl Member {
    /// Whether the field is one of the struct.
    pub(super) fn is_kept(&self) -> bool {
        !matches!(self.class, Class::Computed | Class::Padding(_))
    }
}

/// The type's name, and its argument if it has one.
pub(crate) fn generic(ty: &Type) -> Option<(String, Option<Type>)> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let argument = match &last.arguments {
        PathArguments::AngleBracketed(arguments) => match arguments.args.first()? {
            GenericArgument::Type(argument) => Some(argument.clone()),
            _ => None,
        },
        _ => None,
    };
    Some((last.ident.to_string(), argument))
}

fn class(ty: &Type, name: &Ident, words: &MemberWords) -> syn::Result<Class> {
    if let Some(align) = &words.align {
        return match align.base10_parse::<usize>()? {
            0 => wrong(align.span(), "an alignment is at least 1"),
            _ => Ok(Class::Padding(align.clone())),
        };
    }
    let (outer, argument) = generic(ty).unwrap_or_default();
    let counted = words.count.is_some() || words.to_end;
    let may_lack = words.condition.is_some() || words.known.is_some();
    match (outer.as_str(), argument) {
        ("Vec", Some(inner)) if words.nested => Ok(Class::Items(inner)),
        ("Pool", Some(inner)) if words.pool => Ok(Class::Pool(inner)),
        _ if words.nested => Ok(Class::Nested),
        ("Text", _) if words.at.is_some() => Ok(Class::Text),
        ("Text", _) => wrong(name.span(), "expected `at = ..` on a `Text`"),
        ("Option", _) if words.names.is_some() && words.null.is_some() => {
            Ok(Class::Reference { may_lack: true })
        }
        _ if words.names.is_some() => Ok(Class::Reference { may_lack: false }),
        ("Option", _) if words.null.is_some() && counted => Ok(Class::OptionalBytes),
        _ if words.memory => Ok(Class::Memory),
        _ if words.trailing => Ok(Class::Trailing),
        _ if words.is.is_some() => Ok(Class::Computed),
        ("Option", Some(inner)) if words.usual.is_some() => Ok(Class::Usual(inner)),
        ("Option", Some(inner)) if may_lack => Ok(Class::Optional(inner)),
        ("Option", _) => wrong(name.span(), "an `Option` has `usual = ..` or `if = ..`"),
        (_, _) if words.usual.is_some() => wrong(name.span(), "`usual` makes the type an `Option`"),
        ("Vec" | "Strided" | "StringTable" | "IndexTable", _) if !counted => {
            wrong(name.span(), "expected `count = ..` or `to_end`")
        }
        ("Vec", Some(inner)) => match &inner {
            Type::Path(path) if path.path.is_ident("u8") && words.each.is_none() => {
                Ok(Class::Bytes)
            }
            _ => Ok(Class::Run(inner)),
        },
        ("IndexTable", _) => Ok(Class::Run(syn::parse_quote!(u32))),
        ("Strided", Some(inner)) if words.stride.is_some() => Ok(Class::Strided(inner)),
        ("Strided", _) => wrong(name.span(), "expected `stride = ..` on a `Strided`"),
        ("SizedRecord", Some(inner)) if words.size.is_some() || words.to_end => {
            Ok(Class::Sized(inner))
        }
        ("SizedRecord", _) => wrong(
            name.span(),
            "expected `size = ..` or `to_end` on a `SizedRecord`",
        ),
        ("StringTable", _) => Ok(Class::Strings),
        _ if words.condition.is_some() => wrong(
            name.span(),
            "`if` makes the type of a single value an `Option`",
        ),
        _ => Ok(Class::Fixed),
    }
}
