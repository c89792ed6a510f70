//! The facts: what the checks and the generator work on.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};

use crate::diagnostic::{Source, Span, Spanned};
use crate::load::Datum;

/// All schema files together.
#[derive(Debug, Default)]
pub(crate) struct Schema {
    pub(crate) sources: Vec<Source>,
    /// The doc of each file.
    pub(crate) docs: Vec<String>,
    pub(crate) items: Vec<Item>,
    pub(crate) parts: Vec<Part>,
    pub(crate) names: HashMap<String, usize>,
    /// Names of items that were lost to a mistake, and whether more may be lost.
    pub(crate) lost: HashSet<String>,
    pub(crate) torn: bool,
    /// The sizes of items that were asked for.
    pub(crate) sizes: RefCell<HashMap<String, Option<u64>>>,
}

#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) name: Spanned<String>,
    pub(crate) doc: String,
    pub(crate) source: String,
    /// The C++ type that it mirrors.
    pub(crate) cpp: Option<Spanned<String>>,
    pub(crate) content: Content,
    /// The whole item in the file.
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) enum Content {
    Enum(Enum),
    Flags(Enum),
    Bits(Bits),
    Record(Vec<Field>),
    Versioned(Versioned),
    Union(Union),
    Choice(Choice),
    Sequence(Sequence),
    Let(Let),
}

#[derive(Debug)]
pub(crate) struct Enum {
    pub(crate) bits: u32,
    pub(crate) mirrors: Option<Spanned<String>>,
    pub(crate) values_of: Option<Spanned<String>>,
    /// The column that has the names of documents.
    pub(crate) shown_by: Option<Spanned<String>>,
    pub(crate) columns: Vec<Column>,
    pub(crate) values: Vec<EnumValue>,
}

#[derive(Debug)]
pub(crate) struct Column {
    pub(crate) name: Spanned<String>,
    pub(crate) is_text: bool,
    /// The enum or flags whose names stand there.
    pub(crate) of: Option<Spanned<String>>,
}

#[derive(Debug)]
pub(crate) struct EnumValue {
    pub(crate) name: Spanned<String>,
    pub(crate) value: Spanned<i128>,
    /// As the schema spells it, for the generated code: `0x10`, `1 << 4`.
    pub(crate) spelled: String,
    pub(crate) alias: bool,
    /// Where the value is known from, if not from the mirrored macro.
    pub(crate) source: Option<String>,
    /// Why it is not to be used any more.
    pub(crate) deprecated: Option<String>,
    pub(crate) doc: String,
    pub(crate) columns: Vec<(Spanned<String>, Spanned<Datum>)>,
}

/// How documents show something.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shown {
    pub(crate) key: Option<Spanned<String>>,
    pub(crate) flatten: Option<Span>,
    pub(crate) show: Option<Spanned<String>>,
    /// The key of the version of a record with versions by size.
    pub(crate) version: Option<Spanned<String>>,
}

impl Shown {
    /// The key of what has a name: its own, or the name in camel case.
    pub(crate) fn key_of(&self, name: &str) -> String {
        let own = self.key.as_ref().map(|key| key.value.clone());
        own.unwrap_or_else(|| camel_case(name))
    }
}

/// `shader_stage` as `ShaderStage`.
pub(crate) fn camel_case(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    words.collect()
}

#[derive(Debug)]
pub(crate) struct Bits {
    pub(crate) bits: u32,
    pub(crate) fields: Vec<BitField>,
}

#[derive(Debug)]
pub(crate) struct BitField {
    pub(crate) name: Spanned<String>,
    pub(crate) bits: Spanned<i128>,
    pub(crate) ty: Option<Type>,
    /// The member that it mirrors, of the C++ type that holds the integer.
    pub(crate) cpp: Option<Spanned<String>>,
    pub(crate) reserved: bool,
    pub(crate) shown: Shown,
    pub(crate) doc: String,
}

/// A field of a fixed size.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: Spanned<String>,
    pub(crate) ty: Type,
    pub(crate) default: Option<Spanned<String>>,
    /// The C++ member that it mirrors.
    pub(crate) cpp: Option<Spanned<String>>,
    pub(crate) reserved: bool,
    pub(crate) shown: Shown,
    pub(crate) reference: Option<Spanned<String>>,
    /// Whether its string stands behind all others of a new table.
    pub(crate) last: bool,
    pub(crate) run: Option<Spanned<String>>,
    /// The field that says how long the run is.
    pub(crate) len: Option<Spanned<String>>,
    pub(crate) base: Option<Spanned<String>>,
    pub(crate) null: Option<Spanned<i128>>,
    pub(crate) checked: bool,
    pub(crate) doc: String,
}

#[derive(Debug)]
pub(crate) struct Versioned {
    pub(crate) by_size: bool,
    pub(crate) takes: Vec<Parameter>,
    pub(crate) versions: Vec<Version>,
}

#[derive(Debug)]
pub(crate) struct Version {
    pub(crate) number: Option<Spanned<i128>>,
    pub(crate) when: Option<Spanned<String>>,
    /// The C++ type that it mirrors: by size, with the fields of all earlier versions.
    pub(crate) cpp: Option<Spanned<String>>,
    pub(crate) fields: Vec<Field>,
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) struct Parameter {
    pub(crate) name: Spanned<String>,
    pub(crate) ty: Type,
}

#[derive(Debug)]
pub(crate) struct Union {
    pub(crate) size: Spanned<i128>,
    pub(crate) by: Spanned<String>,
    pub(crate) select: Spanned<String>,
    pub(crate) arms: Vec<Arm>,
}

#[derive(Debug)]
pub(crate) struct Arm {
    pub(crate) name: Spanned<String>,
    pub(crate) when: Vec<Spanned<String>>,
    pub(crate) ty: Type,
    pub(crate) shown: Shown,
    /// The member of the C++ union that it mirrors.
    pub(crate) cpp: Option<Spanned<String>>,
    pub(crate) doc: String,
}

#[derive(Debug)]
pub(crate) struct Choice {
    pub(crate) takes: Vec<Parameter>,
    pub(crate) by: Spanned<String>,
    pub(crate) otherwise: Option<Spanned<String>>,
    pub(crate) arms: Vec<Arm>,
}

#[derive(Debug)]
pub(crate) struct Sequence {
    pub(crate) takes: Vec<Parameter>,
    /// The key in documents that it stands below.
    pub(crate) key: Option<Spanned<String>>,
    /// Where it says that it has none.
    pub(crate) flatten: Option<Span>,
    pub(crate) follows: Option<Spanned<String>>,
    pub(crate) fields: Vec<SequenceField>,
}

/// A field of a sequence; padding has neither name nor type.
#[derive(Debug)]
pub(crate) struct SequenceField {
    pub(crate) name: Option<Spanned<String>>,
    pub(crate) ty: Option<Type>,
    /// The C++ member that it mirrors.
    pub(crate) cpp: Option<Spanned<String>>,
    pub(crate) is: Option<Spanned<String>>,
    pub(crate) usual: Option<Spanned<String>>,
    pub(crate) shown: Shown,
    pub(crate) count: Option<Spanned<String>>,
    pub(crate) each: Option<Spanned<String>>,
    /// Nobody knows what its bytes are.
    pub(crate) unknown: bool,
    /// How writers make it, if it is a table or bytes.
    pub(crate) manner: Manner,
    /// What its strings are, if no record names them.
    pub(crate) named: Vec<Spanned<String>>,
    pub(crate) stride: Option<Spanned<String>>,
    pub(crate) size: Option<Spanned<String>>,
    pub(crate) at: Option<Spanned<String>>,
    pub(crate) from: Option<Spanned<String>>,
    pub(crate) align: Option<Spanned<i128>>,
    pub(crate) fill: Option<Spanned<i128>>,
    pub(crate) condition: Option<Spanned<String>>,
    /// Whether LLVM's documents have no key for it.
    pub(crate) ours: Option<Spanned<String>>,
    /// The field of a record that tells whether the record is there.
    pub(crate) known: Option<Spanned<String>>,
    /// The offset that places nothing.
    pub(crate) null: Option<Spanned<i128>>,
    pub(crate) pool: bool,
    /// What is in the pool is placed near what names it.
    pub(crate) near: bool,
    /// The pool that it names a structure of.
    pub(crate) reference: Option<Spanned<String>>,
    pub(crate) doc: Option<String>,
}

impl SequenceField {
    /// Whether bytes may be left behind it even if it takes all that it has room for: too few for another record.
    pub(crate) fn leaves_some(&self, schema: &Schema) -> bool {
        let ty = self.ty.as_ref();
        self.takes_rest()
            && ty.is_none_or(|ty| match &ty.base {
                Base::Bytes | Base::Strings => false,
                // A record keeps what is behind it as its tail.
                base if self.count.is_none() => !schema.is_by_size(base),
                base => self.stride.is_some() || schema.size(base).is_some_and(|size| size > 1),
            })
    }

    /// Whether it takes all bytes that are left.
    pub(crate) fn takes_rest(&self) -> bool {
        self.may_take_rest() && self.condition.is_none()
    }

    /// Whether it takes all bytes that are left, if it is there.
    pub(crate) fn may_take_rest(&self) -> bool {
        let words = [&self.count, &self.size];
        words.into_iter().flatten().any(|word| word.value == "..")
    }

    /// Whether it is nothing but bytes up to a multiple of something.
    pub(crate) fn is_padding(&self) -> bool {
        self.align.is_some() && self.at.is_none() && !self.pool
    }
}

#[derive(Debug)]
pub(crate) struct Let {
    pub(crate) args: Vec<Spanned<String>>,
    pub(crate) is: Spanned<String>,
}

#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) codes: Vec<Spanned<String>>,
    pub(crate) ty: Option<Type>,
    pub(crate) name: Option<String>,
    pub(crate) writers: Vec<Spanned<String>>,
    pub(crate) models: Option<String>,
    /// What it is for, if a shader runs without it.
    pub(crate) strip: Option<String>,
    pub(crate) repeats: bool,
    /// Where it says that it stands behind all others.
    pub(crate) last: Option<Span>,
    /// What its data begins with.
    pub(crate) begins: Option<Spanned<String>>,
    /// Whether LLVM's documents tell what it holds.
    pub(crate) llvm: bool,
    pub(crate) doc: String,
    pub(crate) source: String,
}

/// Bytes that tell what a part holds, and where its data has them.
#[derive(Debug)]
pub(crate) struct Magic {
    pub(crate) at: u64,
    pub(crate) bytes: Vec<u8>,
}

/// A type as a field names it.
#[derive(Clone, Debug)]
pub(crate) struct Type {
    pub(crate) base: Base,
    pub(crate) args: Vec<Spanned<String>>,
    pub(crate) span: Span,
}

/// How writers make a table of strings: what stands in brackets behind `strings`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Manner {
    /// Filled with 0 up to a multiple of so many bytes.
    pub(crate) round: Option<u64>,
    /// A new table begins with NUL.
    pub(crate) nul_first: bool,
    /// DXC stores a string as often as records name it.
    pub(crate) repeats: bool,
    /// LLVM stores one that ends another within it.
    pub(crate) merges: bool,
}

impl Manner {
    /// The words of a type.
    pub(crate) const LEGAL: [&str; 4] = ["nul_first", "repeats", "merges", "round = 4"];

    /// Takes a word; false if there is no such word.
    pub(crate) fn word(&mut self, word: &str) -> bool {
        match word
            .split_once('=')
            .map(|(key, value)| (key.trim(), value.trim()))
        {
            Some(("round", value)) => {
                self.round = value.parse().ok();
                self.round.is_some_and(|round| (1..=4096).contains(&round))
            }
            Some(_) => false,
            None => {
                match word {
                    "nul_first" => self.nul_first = true,
                    "repeats" => self.repeats = true,
                    "merges" => self.merges = true,
                    _ => return false,
                }
                true
            }
        }
    }

    /// The words of the declaration.
    pub(crate) fn words(self) -> impl Iterator<Item = String> {
        let words = [
            self.round.map(|round| format!("round = {round}")),
            self.nul_first.then(|| "nul_first".to_owned()),
            self.repeats.then(|| "repeats".to_owned()),
            self.merges.then(|| "merges".to_owned()),
        ];
        words.into_iter().flatten()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Base {
    Integer(u32),
    F32,
    Bool8,
    FourCC,
    Bytes,
    Strings,
    /// Numbers of 32 bits: lists, each behind its length, which other numbers name.
    Lists,
    CStr,
    Array(Box<Base>, u64),
    Item(String),
    /// A number that names a string of the part.
    StringRef,
    /// A number that names a row of the table that holds such records.
    RowRef(Box<Base>),
    /// A number that names a list of rows, strings or numbers.
    ListRef(Box<Base>),
    /// Of a parameter: the type of a record.
    Record,
}

/// The types that the language has by itself.
pub(crate) const BUILT_IN: [(&str, Base); 11] = [
    ("u8", Base::Integer(8)),
    ("u16", Base::Integer(16)),
    ("u32", Base::Integer(32)),
    ("u64", Base::Integer(64)),
    ("f32", Base::F32),
    ("bool8", Base::Bool8),
    ("FourCC", Base::FourCC),
    ("bytes", Base::Bytes),
    ("strings", Base::Strings),
    ("lists", Base::Lists),
    ("cstr", Base::CStr),
];

impl Item {
    /// The C++ types that it mirrors, one in each version if it has several.
    pub(crate) fn mirrored(&self) -> impl Iterator<Item = &Spanned<String>> {
        let versions = match &self.content {
            Content::Versioned(versioned) => versioned.versions.as_slice(),
            _ => &[],
        };
        let of_versions = versions.iter().filter_map(|version| version.cpp.as_ref());
        self.cpp.iter().chain(of_versions)
    }
}

impl Versioned {
    /// The size of each version in bytes, as far as its fields have one.
    pub(crate) fn sizes(&self, schema: &Schema) -> impl Iterator<Item = Option<u64>> {
        let mut before = Some(0u64);
        self.versions.iter().map(move |version| {
            let start = if self.by_size { before } else { Some(0) };
            let mut fields = version.fields.iter();
            before = fields.try_fold(start?, |size, field| {
                size.checked_add(schema.size(&field.ty.base)?)
            });
            before
        })
    }
}

impl Schema {
    /// Whether a name may be missing for a mistake that is already reported.
    pub(crate) fn is_lost(&self, name: &str) -> bool {
        self.torn || name == LOST || self.lost.contains(name)
    }

    pub(crate) fn item(&self, name: &str) -> Option<&Item> {
        self.names.get(name).map(|index| &self.items[*index])
    }

    /// The items of a file, in its order.
    pub(crate) fn items_of(&self, file: usize) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(move |item| item.span.file == file)
    }

    /// The name of the module that an item is generated into.
    pub(crate) fn module(&self, item: &Item) -> &str {
        &self.sources[item.span.file].stem
    }

    /// Whether a part holds an item.
    pub(crate) fn is_part(&self, name: &str) -> bool {
        let holds =
            |part: &Part| matches!(&part.ty, Some(Type { base: Base::Item(of), .. }) if of == name);
        self.parts.iter().any(holds)
    }

    /// What tells a part from others of the same FourCC: what it begins with, or the magic number of its type.
    pub(crate) fn magic(&self, part: &Part) -> Option<Magic> {
        if let Some(begins) = &part.begins {
            let bytes = begins.as_bytes().to_vec();
            return Some(Magic { at: 0, bytes });
        }
        let Base::Item(of) = &part.ty.as_ref()?.base else {
            return None;
        };
        let Content::Sequence(sequence) = &self.item(of)?.content else {
            return None;
        };
        let mut at = 0;
        for field in &sequence.fields {
            let base = &field.ty.as_ref()?.base;
            if !self.is_in_place(field) {
                return None;
            }
            if let (Base::FourCC, Some(is)) = (base, &field.is) {
                let code: syn::LitStr = crate::expression::parse(is).ok()?;
                let bytes = code.value().into_bytes();
                return Some(Magic { at, bytes });
            }
            at += self.size(base)?;
        }
        None
    }

    /// The further parts with a FourCC of `part`, behind it.
    pub(crate) fn namesakes<'s>(
        &'s self,
        part: &Part,
        code: &'s str,
    ) -> impl Iterator<Item = &'s Part> {
        let is_named = move |part: &&Part| part.codes.iter().any(|other| other.value == code);
        let at = self
            .parts
            .iter()
            .position(|other| std::ptr::eq(other, part));
        let behind = at.map_or(&[][..], |at| &self.parts[at + 1..]);
        behind.iter().filter(is_named)
    }

    /// Whether an item stands inside of a sequence or a choice.
    pub(crate) fn is_inner(&self, name: &str) -> bool {
        let names = |ty: &Type| matches!(&ty.base, Base::Item(of) if of == name);
        self.items.iter().any(|item| match &item.content {
            Content::Sequence(sequence) => sequence
                .fields
                .iter()
                .filter_map(|field| field.ty.as_ref())
                .any(names),
            Content::Choice(choice) => choice.arms.iter().any(|arm| names(&arm.ty)),
            _ => false,
        })
    }

    /// The fields of sequences that stand somewhere in a sequence, its own before those of what it holds.
    pub(crate) fn fields_within<'s>(&'s self, sequence: &'s Sequence) -> Vec<&'s SequenceField> {
        let mut seen = BTreeSet::new();
        let (mut open, mut found) = (vec![sequence], Vec::new());
        while let Some(sequence) = open.pop() {
            found.extend(&sequence.fields);
            let types = sequence.fields.iter().filter_map(|field| field.ty.as_ref());
            let mut bases: Vec<&Base> = types.map(|ty| &ty.base).collect();
            while let Some(base) = bases.pop() {
                let Base::Item(of) = base else { continue };
                let item = self.item(of).filter(|item| seen.insert(item.name.as_str()));
                match item.map(|item| &item.content) {
                    Some(Content::Sequence(inner)) => open.push(inner),
                    Some(Content::Choice(choice)) => {
                        bases.extend(choice.arms.iter().map(|arm| &arm.ty.base));
                    }
                    _ => {}
                }
            }
        }
        found
    }

    /// What an item takes from whoever holds it.
    pub(crate) fn takes(&self, name: &str) -> &[Parameter] {
        match self.item(name).map(|item| &item.content) {
            Some(Content::Versioned(versioned)) => &versioned.takes,
            Some(Content::Sequence(sequence)) => &sequence.takes,
            Some(Content::Choice(choice)) => &choice.takes,
            _ => &[],
        }
    }

    /// The arguments of a type, and whether each is the type of a record.
    pub(crate) fn arguments<'t>(
        &'t self,
        ty: &'t Type,
    ) -> impl Iterator<Item = (&'t Spanned<String>, bool)> {
        let takes = match &ty.base {
            Base::Item(name) => self.takes(name),
            _ => &[],
        };
        let is_record = |index: usize| {
            let parameter = takes.get(index);
            parameter.is_some_and(|parameter| parameter.ty.base == Base::Record)
        };
        // What stands behind `strings` is no argument.
        let is_item = matches!(ty.base, Base::Item(_));
        let arguments = ty.args.iter().enumerate().filter(move |_| is_item);
        arguments.map(move |(index, argument)| (argument, is_record(index)))
    }

    /// Whether a type is a record whose size tells its version.
    pub(crate) fn is_by_size(&self, base: &Base) -> bool {
        self.versions_by_size(base).is_some()
    }

    /// How many versions a record has whose size tells them; nothing, if it is no such record.
    pub(crate) fn versions_by_size(&self, base: &Base) -> Option<usize> {
        let Base::Item(name) = base else { return None };
        match &self.item(name)?.content {
            Content::Versioned(versioned) if versioned.by_size => Some(versioned.versions.len()),
            _ => None,
        }
    }

    /// Whether what a type holds goes on for as long as there are bytes.
    pub(crate) fn takes_rest(&self, base: &Base) -> bool {
        self.takes_rest_through(base, &mut BTreeSet::new())
    }

    /// The same; `seen` are the items that need no other look, as those that contain themselves.
    fn takes_rest_through<'s>(&'s self, base: &'s Base, seen: &mut BTreeSet<&'s str>) -> bool {
        match base {
            Base::Bytes | Base::Strings => true,
            Base::Item(name) if !seen.insert(name) => false,
            Base::Item(name) => match self.item(name).map(|item| &item.content) {
                Some(Content::Choice(choice)) => {
                    let mut arms = choice.arms.iter();
                    choice.otherwise.is_some()
                        || arms.any(|arm| self.takes_rest_through(&arm.ty.base, seen))
                }
                Some(Content::Sequence(sequence)) => sequence.fields.iter().any(|field| {
                    let words = [&field.count, &field.size];
                    let mut words = words.into_iter().flatten().peekable();
                    match (words.peek(), &field.ty) {
                        (Some(_), _) => words.any(|word| word.value == ".."),
                        // Bytes without a count are another mistake.
                        (None, Some(ty)) => {
                            let is_item = matches!(ty.base, Base::Item(_));
                            is_item && self.takes_rest_through(&ty.base, seen)
                        }
                        (None, None) => false,
                    }
                }),
                _ => false,
            },
            _ => false,
        }
    }

    /// Where a structure, or one in it, places something, if it does.
    pub(crate) fn places_something(&self, name: &str) -> Option<Span> {
        let mut seen = BTreeSet::new();
        let mut open = vec![name];
        while let Some(name) = open.pop() {
            if !seen.insert(name) {
                continue;
            }
            let inner = |ty: &'_ Type| match &ty.base {
                Base::Item(name) => self.item(name).map(|item| item.name.as_str()),
                _ => None,
            };
            match self.item(name).map(|item| &item.content) {
                Some(Content::Sequence(sequence)) => {
                    let placed = sequence.fields.iter().find_map(|field| field.at.as_ref());
                    if let Some(at) = placed {
                        return Some(at.span.clone());
                    }
                    let types = sequence.fields.iter().filter_map(|field| field.ty.as_ref());
                    open.extend(types.filter_map(inner));
                }
                Some(Content::Choice(choice)) => {
                    open.extend(choice.arms.iter().filter_map(|arm| inner(&arm.ty)));
                }
                _ => {}
            }
        }
        None
    }

    /// The fields of a record, of all its versions.
    pub(crate) fn fields(&self, base: &Base) -> Vec<&Field> {
        let Base::Item(of) = base else {
            return Vec::new();
        };
        match self.item(of).map(|item| &item.content) {
            Some(Content::Record(fields)) => fields.iter().collect(),
            Some(Content::Versioned(versioned)) => versioned
                .versions
                .iter()
                .flat_map(|version| &version.fields)
                .collect(),
            _ => Vec::new(),
        }
    }

    /// Whether a value of a type names something of the part and does not say of which table.
    pub(crate) fn refers(&self, base: &Base) -> bool {
        self.refers_through(base, &mut BTreeSet::new())
    }

    /// The same; `seen` are the items that need no other look, as those that contain themselves.
    fn refers_through<'s>(&'s self, base: &'s Base, seen: &mut BTreeSet<&'s str>) -> bool {
        match base {
            Base::StringRef | Base::RowRef(_) | Base::ListRef(_) => true,
            Base::Array(of, _) => self.refers_through(of, seen),
            Base::Item(name) if !seen.insert(name) => false,
            Base::Item(name) => match self.item(name).map(|item| &item.content) {
                Some(Content::Union(union)) => {
                    let mut arms = union.arms.iter();
                    arms.any(|arm| self.refers_through(&arm.ty.base, seen))
                }
                _ => {
                    let mut fields = self.fields(base).into_iter();
                    fields.any(|field| self.refers_through(&field.ty.base, seen))
                }
            },
            _ => false,
        }
    }

    /// The sequences and choices of parts whose records name what is in tables that structures hold: those that lead to
    /// such a record, or to such a table.
    pub(crate) fn referring(&self) -> BTreeSet<&str> {
        let is_root = |item: &&Item| !self.is_inner(&item.name.value);
        let mut found = BTreeSet::new();
        for root in self.items.iter().filter(is_root) {
            let within = self.structures_within(&root.name.value);
            let types = within.iter().flat_map(|name| self.types_of(name));
            let mut bases = types.flat_map(|ty| self.held(ty));
            if bases.any(|base| self.refers(&base)) {
                found.extend(within.into_iter().filter(|name| self.leads_to_tables(name)));
            }
        }
        found
    }

    /// The types of the fields of a sequence, or of the arms of a choice.
    fn types_of(&self, name: &str) -> Vec<&Type> {
        match self.item(name).map(|item| &item.content) {
            Some(Content::Sequence(sequence)) => {
                let types = sequence.fields.iter().map(|field| field.ty.as_ref());
                types.flatten().collect()
            }
            Some(Content::Choice(choice)) => choice.arms.iter().map(|arm| &arm.ty).collect(),
            _ => Vec::new(),
        }
    }

    /// A type and the records that it takes.
    fn held(&self, ty: &Type) -> Vec<Base> {
        let records = self.arguments(ty).filter(|(_, is_record)| *is_record);
        let records = records.map(|(record, _)| Base::Item(record.value.clone()));
        [ty.base.clone()].into_iter().chain(records).collect()
    }

    /// A sequence or a choice, and those in it.
    fn structures_within(&self, name: &str) -> BTreeSet<&str> {
        let (mut open, mut found) = (vec![name], BTreeSet::new());
        while let Some(name) = open.pop() {
            let Some(item) = self.item(name) else {
                continue;
            };
            let is_structure = matches!(item.content, Content::Sequence(_) | Content::Choice(_));
            if is_structure && found.insert(item.name.value.as_str()) {
                let types = self.types_of(&item.name.value);
                open.extend(types.into_iter().filter_map(|ty| match &ty.base {
                    Base::Item(of) => Some(of.as_str()),
                    _ => None,
                }));
            }
        }
        found
    }

    /// Whether records that name something stand in a structure, or a table that they may name it in.
    fn leads_to_tables(&self, name: &str) -> bool {
        self.structures_within(name).iter().any(|name| {
            let takes = self.takes(name).iter();
            let takes_record = takes
                .map(|taken| &taken.ty.base)
                .any(|base| *base == Base::Record);
            let types = self.types_of(name).into_iter();
            let is_table = |base: &Base| matches!(base, Base::Strings | Base::Lists);
            takes_record
                || types
                    .map(|ty| &ty.base)
                    .any(|base| is_table(base) || self.refers(base))
        })
    }

    /// The size of a type in bytes, if it is fixed.
    pub(crate) fn size(&self, base: &Base) -> Option<u64> {
        match base {
            Base::Integer(bits) => Some(u64::from(*bits) / 8),
            Base::F32 | Base::FourCC => Some(4),
            Base::StringRef | Base::RowRef(_) | Base::ListRef(_) | Base::Lists => Some(4),
            Base::Bool8 => Some(1),
            Base::Bytes | Base::Strings | Base::CStr | Base::Record => None,
            Base::Array(of, count) => self.size(of)?.checked_mul(*count),
            Base::Item(name) => {
                if let Some(known) = self.sizes.borrow().get(name) {
                    return *known;
                }
                // What is in a circle has no size.
                self.sizes.borrow_mut().insert(name.clone(), None);
                let size = self.size_of_item(name);
                self.sizes.borrow_mut().insert(name.clone(), size);
                size
            }
        }
    }

    fn size_of_item(&self, name: &str) -> Option<u64> {
        let fields = |fields: &[Field]| {
            fields.iter().try_fold(0u64, |size, field| {
                size.checked_add(self.size(&field.ty.base)?)
            })
        };
        match &self.item(name)?.content {
            Content::Enum(item) | Content::Flags(item) => Some(u64::from(item.bits) / 8),
            Content::Bits(item) => Some(u64::from(item.bits) / 8),
            Content::Record(record) => fields(record),
            Content::Union(union) => u64::try_from(union.size.value).ok(),
            Content::Versioned(_) | Content::Choice(_) | Content::Sequence(_) | Content::Let(_) => {
                None
            }
        }
    }

    /// Whether a field of a sequence lies where those before it end, whatever the file says: it is neither counted, nor
    /// placed, nor left out, and its size is fixed.
    pub(crate) fn is_in_place(&self, field: &SequenceField) -> bool {
        let moves = [
            &field.count,
            &field.stride,
            &field.size,
            &field.at,
            &field.condition,
            &field.known,
        ];
        let size = field.ty.as_ref().and_then(|ty| self.size(&ty.base));
        size.is_some() && moves.into_iter().all(Option::is_none)
    }

    /// The names of all enums.
    pub(crate) fn enums(&self) -> impl Iterator<Item = &str> {
        self.items
            .iter()
            .filter(|item| matches!(item.content, Content::Enum(_)))
            .map(|item| item.name.as_str())
    }

    /// The names of the values of an enum or of flags.
    pub(crate) fn values_named(&self, name: &str) -> Vec<&str> {
        match self.item(name).map(|item| &item.content) {
            Some(Content::Enum(item) | Content::Flags(item)) => self
                .values(item)
                .values
                .iter()
                .map(|value| value.name.as_str())
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The values of an enum, which may be those of another.
    pub(crate) fn values<'s>(&'s self, item: &'s Enum) -> &'s Enum {
        let other = item.values_of.as_ref().and_then(|name| self.item(name));
        match other.map(|item| &item.content) {
            Some(Content::Enum(other)) => other,
            _ => item,
        }
    }
}

/// The name of a type that could not be read.
pub(crate) const LOST: &str = "";

impl Type {
    /// How writers make it, where it is a table.
    pub(crate) fn manner(&self) -> Manner {
        let mut manner = Manner::default();
        if matches!(self.base, Base::Strings | Base::Bytes) {
            for word in &self.args {
                manner.word(word);
            }
        }
        manner
    }

    pub(crate) fn lost(span: &Span) -> Self {
        Self {
            base: Base::Item(LOST.to_owned()),
            args: Vec::new(),
            span: span.clone(),
        }
    }
}
