//! From declarations to facts: what the loader found, as the types of the model.

use crate::declared::{self, By, Declaration};
use crate::diagnostic::{Mistakes, Source, Spanned};
use crate::expression::{Expression, origin};
use crate::limits;
use crate::load;
use crate::model::*;

impl Schema {
    /// Reads all files; mistakes are noted, and what can be understood is kept.
    pub(crate) fn new(sources: Vec<Source>, mistakes: &Mistakes) -> Self {
        let mut schema = Self {
            sources,
            ..Self::default()
        };
        'files: for index in 0..schema.sources.len() {
            let file = load::file(index, &schema.sources[index], mistakes);
            schema.torn |= file.torn;
            schema.lost.extend(file.lost);
            schema.docs.push(file.doc);
            for item in file.items {
                if schema.items.len() + schema.parts.len() >= limits::ITEMS.most {
                    let noted = mistakes.note(&item.name.span, "this item is one too many");
                    noted.limit(&limits::ITEMS);
                    schema.torn = true;
                    break 'files;
                }
                schema.add(index, item, mistakes);
            }
        }
        schema.decide_kinds();
        schema
    }

    /// Takes in what a file declares.
    fn add(&mut self, file: usize, item: load::Item, mistakes: &Mistakes) {
        let builder = Builder {
            source: &self.sources[file],
            mistakes,
        };
        let item = match item.declaration {
            Declaration::Part(part) => return self.parts.push(builder.part(part)),
            declaration => builder.item(item.name, declaration),
        };
        let Some(item) = item else { return };
        match self.names.get(&item.name.value) {
            Some(first) => {
                let what = format!("the name `{}` is taken", item.name.value);
                let noted = mistakes.note(&item.name.span, what);
                noted.other(&self.items[*first].name.span, "taken here");
            }
            None => {
                let name = item.name.value.clone();
                self.names.insert(name, self.items.len());
            }
        }
        self.items.push(item);
    }
}

/// What one file declares, while it becomes facts.
struct Builder<'f> {
    source: &'f Source,
    mistakes: &'f Mistakes,
}

impl Builder<'_> {
    /// An item; a part is none.
    fn item(&self, name: Spanned<String>, declaration: Declaration) -> Option<Item> {
        let facts = match declaration {
            Declaration::Part(_) => return None,
            Declaration::Enum(it) => enumeration(it),
            Declaration::Flags(it) => self.flags(it),
            Declaration::Bits(it) => self.bits(it),
            Declaration::Record(it) => {
                let fields = it.fields.into_iter();
                let fields = fields.map(|field| self.field(field)).collect();
                Facts::new(it.doc, it.source, Content::Record(fields)).mirroring(it.cpp)
            }
            Declaration::Versioned(it) => self.versioned(it),
            Declaration::Union(it) => self.union(it),
            Declaration::Choice(it) => self.choice(it),
            Declaration::Sequence(it) => self.sequence(it),
            Declaration::Let(it) => {
                let (args, is) = (it.args, it.is);
                Facts::new(it.doc, it.source, Content::Let(Let { args, is }))
            }
        };
        Some(Item {
            span: name.span.clone(),
            name,
            doc: facts.doc,
            source: facts.source,
            cpp: facts.cpp,
            content: facts.content,
        })
    }

    fn flags(&self, it: declared::Flags) -> Facts {
        let values = it.values.into_iter();
        let content = Content::Flags(Enum {
            bits: it.ty.bits(),
            mirrors: it.mirrors,
            values_of: None,
            shown_by: it.yaml,
            columns: it.columns,
            values: values.filter_map(|flag| self.flag(flag)).collect(),
        });
        Facts::new(it.doc, it.source, content).mirroring(it.cpp)
    }

    fn bits(&self, it: declared::Bits) -> Facts {
        let fields = it.fields.into_iter();
        let content = Content::Bits(Bits {
            bits: it.ty.bits(),
            fields: fields.map(|field| self.bit_field(field)).collect(),
        });
        Facts::new(it.doc, it.source, content)
    }

    fn versioned(&self, it: declared::Versioned) -> Facts {
        let content = Content::Versioned(Versioned {
            by_size: it.by == By::Size,
            takes: self.parameters(it.takes),
            versions: self.versions(it.version, it.by),
        });
        Facts::new(it.doc, it.source, content)
    }

    fn union(&self, it: declared::Union) -> Facts {
        let arms = it.arms.into_iter();
        let content = Content::Union(Union {
            size: it.size,
            by: it.by,
            select: it.select,
            arms: arms.map(|arm| self.arm(arm)).collect(),
        });
        Facts::new(it.doc, it.source, content).mirroring(it.cpp)
    }

    fn choice(&self, it: declared::Choice) -> Facts {
        let arms = it.arms.into_iter();
        let content = Content::Choice(Choice {
            takes: self.parameters(it.takes),
            by: it.by,
            otherwise: it.otherwise,
            arms: arms.map(|arm| self.choice_arm(arm)).collect(),
        });
        Facts::new(it.doc, it.source, content)
    }

    fn sequence(&self, it: declared::Sequence) -> Facts {
        let fields = it.fields.into_iter();
        let content = Content::Sequence(Sequence {
            takes: self.parameters(it.takes),
            key: it.yaml,
            flatten: it.flatten,
            follows: it.follows,
            fields: fields.map(|field| self.sequence_field(field)).collect(),
        });
        Facts::new(it.doc, it.source, content).mirroring(it.cpp)
    }

    /// A flag has a bit, or a mask.
    fn flag(&self, flag: declared::Flag) -> Option<EnumValue> {
        let (value, spelled) = match (flag.value, flag.bit) {
            (Some(value), None) => {
                let spelled = spelled(value.value);
                (value, spelled)
            }
            (None, Some(bit)) => self.bit(bit)?,
            (Some(value), Some(bit)) => {
                let what = "a flag has either `bit` or `value`, not both";
                let noted = self.mistakes.note(&value.span, what);
                noted.other(&bit.span, "the bit");
                return None;
            }
            (None, None) => return None,
        };
        Some(EnumValue {
            name: flag.name,
            value,
            spelled,
            alias: flag.alias,
            source: flag.source,
            deprecated: flag.deprecated,
            doc: flag.doc,
            columns: flag.columns.0,
        })
    }

    /// The mask of a bit, and how it is spelt. Whether the type has the bit is checked with all values.
    fn bit(&self, bit: Spanned<i128>) -> Option<(Spanned<i128>, String)> {
        let shift = u32::try_from(bit.value)
            .ok()
            .filter(|shift| *shift < u64::BITS);
        let Some(shift) = shift else {
            let what = format!("`u64` has no bit {}", bit.value);
            let noted = self.mistakes.note(&bit.span, what);
            noted.help("bits are counted from 0 to 63");
            return None;
        };
        let mask = Spanned {
            value: 1 << shift,
            span: bit.span,
        };
        Some((mask, format!("1 << {shift}")))
    }

    fn bit_field(&self, field: declared::BitField) -> BitField {
        BitField {
            name: field.name,
            bits: field.bits,
            ty: field.ty.map(|ty| self.ty(&ty)),
            cpp: field.cpp,
            reserved: field.reserved,
            shown: Shown {
                key: field.yaml,
                show: field.show,
                ..Shown::default()
            },
            doc: field.doc,
        }
    }

    fn field(&self, field: declared::RecordField) -> Field {
        let (has_type, has_doc) = (field.ty.is_some(), field.doc.is_some());
        load::check_described(&field.name, has_type, has_doc, self.mistakes);
        let ty = field.ty.map(|ty| self.ty(&ty));
        let (ty, naming) = self.naming(ty.unwrap_or_else(|| Type::lost(&field.name.span)));
        Field {
            name: field.name,
            ty,
            default: field.default,
            cpp: field.cpp,
            reserved: field.reserved,
            shown: Shown {
                key: field.yaml,
                flatten: field.flatten,
                show: field.show,
                version: None,
            },
            reference: naming.table,
            last: naming.last,
            run: naming.run,
            len: naming.len,
            base: naming.base,
            null: naming.null,
            checked: naming.checked,
            doc: field.doc.unwrap_or_default(),
        }
    }

    fn versions(&self, declared: Vec<Spanned<declared::Version>>, by: By) -> Vec<Version> {
        let mut versions: Vec<Version> = Vec::new();
        for version in declared {
            let (span, version) = (version.span, version.value);
            let fields = version.fields.into_iter();
            let fields = fields.filter_map(|field| self.field_of_version(field, by, &versions));
            let fields = fields.collect();
            versions.push(Version {
                number: version.number,
                when: version.when,
                cpp: version.cpp,
                fields,
                span,
            });
        }
        versions
    }

    /// A field of a version. A bare name stands for the field of an earlier one.
    fn field_of_version(
        &self,
        field: declared::RecordField,
        by: By,
        versions: &[Version],
    ) -> Option<Field> {
        if field.ty.is_some() {
            return Some(self.field(field));
        }
        let earlier = || versions.iter().flat_map(|version| &version.fields);
        let named = |earlier: &&Field| earlier.name.value == field.name.value;
        if let Some(earlier) = earlier().find(named) {
            return Some(Field {
                name: field.name,
                cpp: field.cpp,
                ..earlier.clone()
            });
        }
        if by == By::Size || field.doc.is_some() || versions.is_empty() {
            return Some(self.field(field));
        }
        let name = &field.name;
        let what = format!(
            "`{}` has no `type`, and no earlier version has such a field",
            name.value
        );
        let noted = self.mistakes.note(&name.span, what);
        noted.legal(name, earlier().map(|earlier| earlier.name.as_str()));
        None
    }

    fn arm(&self, arm: declared::Arm) -> Arm {
        Arm {
            name: arm.name,
            when: arm.when,
            ty: self.ty(&arm.ty),
            shown: Shown {
                key: arm.yaml,
                flatten: arm.flatten,
                ..Shown::default()
            },
            cpp: arm.cpp,
            doc: arm.doc,
        }
    }

    fn choice_arm(&self, arm: declared::ChoiceArm) -> Arm {
        Arm {
            name: arm.name,
            when: arm.when,
            ty: self.ty(&arm.ty),
            shown: Shown {
                key: arm.yaml,
                flatten: arm.flatten,
                ..Shown::default()
            },
            cpp: None,
            doc: arm.doc,
        }
    }

    fn sequence_field(&self, field: Spanned<declared::SequenceField>) -> SequenceField {
        let (span, field) = (field.span, field.value);
        let is_padding = field.align.is_some() && field.at.is_none() && !field.pool;
        let ty = match &field.ty {
            Some(ty) => Some(self.parse_type(ty)),
            None => (!is_padding).then(|| Type::lost(&span)),
        };
        let (ty, naming) = match ty.map(|ty| self.naming_of_pool(ty)) {
            Some((ty, naming)) => (Some(ty), naming),
            None => (None, Naming::default()),
        };
        let manner = ty.as_ref().map(Type::manner).unwrap_or_default();
        let at = field.at.map(|at| origin(at, self.source));
        let (from, at) = at.map_or((None, None), |(from, at)| (from, Some(at)));
        SequenceField {
            name: field.name,
            ty,
            kind: FieldKind::default(),
            cpp: field.cpp,
            is: field.is,
            usual: field.usual,
            shown: Shown {
                key: field.yaml,
                flatten: field.flatten,
                show: field.show,
                version: field.version,
            },
            count: field.count,
            each: field.each,
            unknown: field.unknown,
            manner,
            named: field.named,
            stride: field.stride,
            size: field.size,
            at,
            from,
            align: field.align,
            fill: field.fill,
            condition: field.condition,
            ours: field.ours,
            known: field.known,
            null: naming.null.or(field.null),
            pool: field.pool,
            near: field.near,
            reference: naming.table,
            doc: field.doc,
        }
    }

    fn part(&self, part: declared::Part) -> Part {
        Part {
            codes: part.fourcc,
            ty: part.ty.map(|ty| self.ty(&ty)),
            name: part.name,
            writers: part.writers,
            models: part.models,
            strip: part.strip,
            repeats: part.repeats,
            last: part.last,
            begins: part.begins,
            llvm: part.llvm,
            doc: part.doc,
            source: part.source,
        }
    }

    fn parameters(&self, takes: Vec<Spanned<String>>) -> Vec<Parameter> {
        takes.into_iter().map(|text| self.parameter(text)).collect()
    }

    /// `name: type`.
    fn parameter(&self, text: Spanned<String>) -> Parameter {
        let parts = text
            .split_once(':')
            .map(|(name, ty)| (name.trim(), ty.trim()));
        match parts.filter(|(name, _)| syn::parse_str::<syn::Ident>(name).is_ok()) {
            Some((name, ty)) => {
                let ty = self.parse_type(&self.source.part(&text, ty));
                Parameter {
                    name: self.source.part(&text, name),
                    ty,
                }
            }
            None => {
                let what = format!("`{}` is no parameter", text.value);
                let noted = self.mistakes.note(&text.span, what);
                noted.help("a parameter is written `name: type`");
                Parameter {
                    ty: Type::lost(&text.span),
                    name: text,
                }
            }
        }
    }

    /// The type; one that is lost, if it cannot be read.
    fn ty(&self, text: &Spanned<String>) -> Type {
        let mut ty = self.parse_type(text);
        if matches!(ty.base, Base::RowRef(_) | Base::ListRef(_)) {
            ty.args.clear();
        }
        ty
    }

    /// The same, with all that stands in its brackets: `u32`, `[u8; 16]`, `Name` or `Name(argument, ..)`.
    fn parse_type(&self, text: &Spanned<String>) -> Type {
        // What was wrong has been noted.
        if text.value == LOST {
            return Type::lost(&text.span);
        }
        let parsed = if text.starts_with('[') {
            syn::parse_str::<syn::TypeArray>(text)
                .ok()
                .and_then(|array| array_base(&array))
                .map(|base| (base, Vec::new()))
        } else {
            syn::parse_str::<syn::Expr>(text)
                .ok()
                .and_then(|expression| named(&expression))
        };
        let (base, args) = parsed.unwrap_or_else(|| {
            let what = format!("`{}` is no type", text.value);
            load::no_type(self.mistakes.note(&text.span, what));
            (Base::Item(LOST.to_owned()), Vec::new())
        });
        let argument = |letters: std::ops::Range<usize>| Spanned {
            value: text
                .chars()
                .skip(letters.start)
                .take(letters.len())
                .collect(),
            span: self.source.inside(&text.span, text, letters),
        };
        let args = args
            .into_iter()
            .map(argument)
            .map(Expression::new)
            .collect();
        Type {
            base,
            args,
            span: text.span.clone(),
        }
    }
}

/// What a number names, as its type says.
#[derive(Default)]
struct Naming {
    /// The table of strings, or the pool.
    table: Option<Spanned<String>>,
    last: bool,
    run: Option<Spanned<String>>,
    len: Option<Spanned<String>>,
    base: Option<Spanned<String>>,
    null: Option<Spanned<i128>>,
    checked: bool,
}

/// The options of `string(..)`.
const OF_STRING: [&str; 4] = ["last", "check", "base = argument", "null = 0"];

impl Builder<'_> {
    /// `string(table, ..)` and `run(table, len)`: a number, and what it names.
    fn naming(&self, ty: Type) -> (Type, Naming) {
        let mut naming = Naming::default();
        let number = |ty: &Type| Type {
            base: Base::Integer(32),
            args: Vec::new(),
            span: ty.span.clone(),
        };
        match &ty.base {
            Base::StringRef if !ty.args.is_empty() => {
                let mut args = ty.args.iter();
                naming.table = args.next().map(|table| table.text().clone());
                for option in args {
                    self.option(option, &OF_STRING, &mut naming);
                }
                (number(&ty), naming)
            }
            Base::Item(name) if name == "run" => {
                if let [table, len] = ty.args.as_slice() {
                    (naming.run, naming.len) =
                        (Some(table.text().clone()), Some(len.text().clone()));
                } else {
                    let noted = self
                        .mistakes
                        .note(&ty.span, "a run has a table and a length");
                    noted.help("write `run(table, len)`: the table of `u32`, and the field beside it that says how long the run is");
                }
                (number(&ty), naming)
            }
            _ => (ty, naming),
        }
    }

    /// `row(pool, ..)`: a number, and the pool that it names a structure of.
    fn naming_of_pool(&self, ty: Type) -> (Type, Naming) {
        let mut naming = Naming::default();
        // Records are called in camel case, and fields are not.
        let is_field = |name: &str| name.starts_with(|letter: char| letter.is_ascii_lowercase());
        match &ty.base {
            Base::RowRef(of) => match &**of {
                Base::Item(pool) if is_field(pool) => {
                    naming.table = ty.args.first().map(|table| table.text().clone());
                }
                _ => {
                    let args = Vec::new();
                    return (Type { args, ..ty }, naming);
                }
            },
            Base::ListRef(_) => {
                let args = Vec::new();
                return (Type { args, ..ty }, naming);
            }
            Base::Item(name) if name == "row" => {
                let mut args = ty.args.iter();
                naming.table = args.next().map(|table| table.text().clone());
                for option in args {
                    self.option(option, &["null = 0"], &mut naming);
                }
            }
            _ => return (ty, naming),
        }
        let number = Type {
            base: Base::Integer(32),
            args: Vec::new(),
            span: ty.span,
        };
        (number, naming)
    }

    /// Takes an option of a type, or notes that there is no such option.
    fn option(&self, option: &Spanned<String>, legal: &[&str], naming: &mut Naming) {
        let (key, value) = match option.split_once('=') {
            Some((key, value)) => (key.trim(), Some(value.trim())),
            None => (option.as_str(), None),
        };
        let is_legal = legal.iter().any(|legal| {
            legal.split(' ').next() == Some(key) && legal.contains('=') == value.is_some()
        });
        let null = value.and_then(integer);
        match (key, value) {
            _ if !is_legal => {}
            ("last", None) => return naming.last = true,
            ("check", None) => return naming.checked = true,
            ("base", Some(base)) => return naming.base = Some(self.source.part(option, base)),
            ("null", Some(_)) if null.is_some() => {
                naming.null = null.map(|value| Spanned {
                    value,
                    span: option.span.clone(),
                });
                return;
            }
            _ => {}
        }
        let what = format!("`{}` says nothing of what a number names", option.value);
        self.mistakes
            .note(&option.span, what)
            .legal(option, legal.iter().copied());
    }
}

/// A whole number, as TOML and Rust write it.
fn integer(text: &str) -> Option<i128> {
    let literal: syn::LitInt = syn::parse_str(text).ok()?;
    literal.base10_parse().ok()
}

/// What is known of an item, beside its name.
struct Facts {
    doc: String,
    source: String,
    cpp: Option<Spanned<String>>,
    content: Content,
}

impl Facts {
    fn new(doc: String, source: String, content: Content) -> Self {
        Self {
            doc,
            source,
            cpp: None,
            content,
        }
    }

    fn mirroring(self, cpp: Option<Spanned<String>>) -> Self {
        Self { cpp, ..self }
    }
}

fn enumeration(it: declared::Enum) -> Facts {
    let content = Content::Enum(Enum {
        bits: it.ty.bits(),
        mirrors: it.mirrors,
        values_of: it.values_of,
        shown_by: it.yaml,
        columns: it.columns,
        values: it.values.into_iter().map(enum_value).collect(),
    });
    Facts::new(it.doc, it.source, content).mirroring(it.cpp)
}

fn enum_value(value: declared::EnumValue) -> EnumValue {
    EnumValue {
        name: value.name,
        spelled: spelled(value.value.value),
        value: value.value,
        alias: value.alias,
        source: value.source,
        deprecated: value.deprecated,
        doc: value.doc,
        columns: value.columns.0,
    }
}

/// Large numbers are read by their bits.
fn spelled(value: i128) -> String {
    match value {
        256.. => format!("{value:#x}"),
        _ => value.to_string(),
    }
}

fn base(name: String) -> Base {
    let built_in = BUILT_IN.into_iter().find(|(known, _)| *known == name);
    match name.as_str() {
        "string" => Base::StringRef,
        "record" => Base::Record,
        _ => built_in.map_or(Base::Item(name), |(_, base)| base),
    }
}

fn array_base(array: &syn::TypeArray) -> Option<Base> {
    let of = match &*array.elem {
        syn::Type::Path(path) => base(path.path.get_ident()?.to_string()),
        syn::Type::Array(inner) => array_base(inner)?,
        _ => return None,
    };
    match &array.len {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Int(count),
            ..
        }) => Some(Base::Array(Box::new(of), count.base10_parse().ok()?)),
        _ => None,
    }
}

/// What makes the type of a number that names others, by its name.
fn reference(name: &str) -> Option<fn(Box<Base>) -> Base> {
    match name {
        "row" => Some(Base::RowRef),
        "list" => Some(Base::ListRef),
        _ => None,
    }
}

/// The type, and which letters its arguments are.
fn named(expression: &syn::Expr) -> Option<(Base, Vec<std::ops::Range<usize>>)> {
    use syn::spanned::Spanned;
    match expression {
        syn::Expr::Path(path) => Some((base(path.path.get_ident()?.to_string()), Vec::new())),
        syn::Expr::Call(call) => {
            let (base, _) = named(&call.func)?;
            if let (Base::Item(name), Some(of)) = (&base, call.args.first())
                && call.args.len() == 1
                && let Some(reference) = reference(name)
            {
                let of_text = of.span().start().column..of.span().end().column;
                return Some((reference(Box::new(named(of)?.0)), vec![of_text]));
            }
            let args = call
                .args
                .iter()
                .map(|argument| argument.span().start().column..argument.span().end().column);
            Some((base, args.collect()))
        }
        _ => None,
    }
}
