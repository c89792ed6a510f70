//! From items to facts: what the loader found, as the types of the model.

use crate::diagnostic::{Mistakes, Source, Spanned};
use crate::expression::{Each, Expression, origin};
use crate::keys;
use crate::limits;
use crate::load::{self, File, Node};
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
            let builder = Builder {
                file: &file,
                source: &schema.sources[index],
                mistakes,
            };
            schema.torn |= file.torn;
            schema.lost.extend(file.lost.iter().cloned());
            schema.docs.push(file.doc.clone());
            for item in &file.items {
                if schema.items.len() + schema.parts.len() >= limits::ITEMS.most {
                    let noted = mistakes.note(&item.name.span, "this item is one too many");
                    noted.limit(&limits::ITEMS);
                    schema.torn = true;
                    break 'files;
                }
                if item.kind.shape.name == keys::PART.shape.name {
                    schema.parts.push(builder.part(&item.node));
                    continue;
                }
                let Some(item) = builder.item(item) else {
                    schema.lost.insert(item.name.value.clone());
                    continue;
                };
                match schema.names.get(&item.name.value) {
                    Some(first) => {
                        let noted = mistakes.note(
                            &item.name.span,
                            format!("the name `{}` is taken", item.name.value),
                        );
                        noted.other(&schema.items[*first].name.span, "taken here");
                    }
                    None => drop(
                        schema
                            .names
                            .insert(item.name.value.clone(), schema.items.len()),
                    ),
                }
                schema.items.push(item);
            }
        }
        schema.decide_kinds();
        schema
    }
}

/// One file's items, while they become facts.
struct Builder<'f> {
    file: &'f File,
    source: &'f Source,
    mistakes: &'f Mistakes,
}

impl Builder<'_> {
    fn item(&self, item: &load::Item) -> Option<Item> {
        let node = &item.node;
        self.filled(item);
        let content = match item.kind.shape.name {
            "enum" => Content::Enum(self.enumeration(node)),
            "flags" => Content::Flags(self.enumeration(node)),
            "bits" => Content::Bits(Bits {
                bits: bits(node)?,
                fields: self
                    .file
                    .tables(node, "fields")
                    .iter()
                    .filter_map(|node| self.bit_field(node))
                    .collect(),
            }),
            "record" => Content::Record(self.fields(node)),
            "versioned" => Content::Versioned(Versioned {
                by_size: node.text("by")?.value == "size",
                takes: self.parameters(node),
                versions: self.versions(node, node.text("by")?.value == "size"),
            }),
            "union" => Content::Union(Union {
                size: node.integer("size")?,
                by: node.text("by")?,
                select: node.text("select")?,
                arms: self.arms(node),
            }),
            "choice" => Content::Choice(Choice {
                takes: self.parameters(node),
                by: node.text("by")?,
                otherwise: node.text("otherwise"),
                arms: self.arms(node),
            }),
            "sequence" => Content::Sequence(Sequence {
                takes: self.parameters(node),
                key: node.text("yaml"),
                flatten: node.true_at("flatten"),
                follows: node.text("follows"),
                fields: self
                    .file
                    .tables(node, "fields")
                    .iter()
                    .map(|node| self.sequence_field(node))
                    .collect(),
            }),
            "let" => Content::Let(Let {
                args: node.texts("args"),
                is: expression(node, "is")?,
            }),
            _ => return None,
        };
        Some(Item {
            name: item.name.clone(),
            doc: text(node, "doc"),
            source: text(node, "source"),
            cpp: node.text("cpp"),
            content,
            span: node.span.clone(),
        })
    }

    /// Notes that an item has nothing in it.
    fn filled(&self, item: &load::Item) {
        let (name, node) = (&item.name, &item.node);
        if item.kind.shape.name == "enum" && !node.has("values") && !node.has("values_of") {
            let noted = self
                .mistakes
                .note(&name.span, format!("`{}` has no values", name.value));
            noted.help("list them in `values`, or name the enum that has them in `values_of`");
        }
        for (key, what) in [
            ("values", "values"),
            ("fields", "fields"),
            ("version", "versions"),
            ("arms", "arms"),
        ] {
            if self.file.is_empty(node, key) {
                self.mistakes
                    .note(&name.span, format!("`{}` has no {what}", name.value));
            }
        }
        for version in self.file.tables(node, "version") {
            if self.file.is_empty(version, "fields") {
                let noted = self
                    .mistakes
                    .note(&version.span, "this version has no fields");
                noted.help(
                    "by size, each version appends some, so that it is larger than the one before",
                );
            }
        }
    }

    fn enumeration(&self, node: &Node) -> Enum {
        let columns = self.file.tables(node, "columns").iter().filter_map(|node| {
            let (name, ty) = (node.text("name")?, node.text("type")?);
            Some(Column {
                name,
                is_text: ty.value != "i32",
                of: Some(ty).filter(|ty| !["i32", "str"].contains(&ty.value.as_str())),
            })
        });
        let values = self.file.tables(node, "values").iter().filter_map(|node| {
            let (value, spelled) = match (node.integer("value"), node.integer("bit")) {
                (Some(value), None) => {
                    let spelled = if value.value > 255 {
                        format!("{:#x}", value.value)
                    } else {
                        value.value.to_string()
                    };
                    (value, spelled)
                }
                (None, Some(bit)) => {
                    let width = bits(node).unwrap_or(64);
                    let shift = u32::try_from(bit.value).ok().filter(|bit| *bit < width);
                    if shift.is_none() {
                        let noted = self
                            .mistakes
                            .note(&bit.span, format!("`u{width}` has no bit {}", bit.value));
                        noted.help(format!("bits are counted from 0 to {}", width - 1));
                    }
                    (
                        Spanned {
                            value: 1 << shift?,
                            span: bit.span,
                        },
                        format!("1 << {}", shift?),
                    )
                }
                (Some(value), Some(bit)) => {
                    let noted = self
                        .mistakes
                        .note(&value.span, "a flag has either `bit` or `value`, not both");
                    noted.other(&bit.span, "the bit");
                    return None;
                }
                (None, None) => {
                    if !node.has("value") && !node.has("bit") {
                        let noted = self
                            .mistakes
                            .note(&node.span, "this flag has neither `bit` nor `value`");
                        noted.help("`bit`: the bit's number; `value`: the bits as a mask");
                    }
                    return None;
                }
            };
            Some(EnumValue {
                name: node.text("name")?,
                value,
                spelled,
                alias: node.truth("alias"),
                source: node.text("source").map(|source| source.value),
                deprecated: node.text("deprecated").map(|reason| reason.value),
                doc: text(node, "doc"),
                columns: node.columns.clone(),
            })
        });
        Enum {
            bits: bits(node).unwrap_or(64),
            mirrors: node.text("mirrors"),
            values_of: node.text("values_of"),
            shown_by: node.text("yaml"),
            columns: columns.collect(),
            values: values.collect(),
        }
    }

    fn bit_field(&self, node: &Node) -> Option<BitField> {
        Some(BitField {
            name: node.text("name")?,
            bits: node.integer("bits")?,
            ty: node.has("type").then(|| self.ty(node)),
            cpp: node.text("cpp"),
            reserved: node.truth("reserved"),
            shown: shown(node),
            doc: text(node, "doc"),
        })
    }

    fn fields(&self, node: &Node) -> Vec<Field> {
        self.file
            .tables(node, "fields")
            .iter()
            .filter_map(|node| self.field(node))
            .collect()
    }

    fn field(&self, node: &Node) -> Option<Field> {
        let name = node.text("name")?;
        self.typed_and_described(node, &name);
        let (ty, naming) = self.naming(self.ty(node));
        Some(Field {
            name,
            ty,
            default: node.text("default"),
            cpp: node.text("cpp"),
            reserved: node.truth("reserved"),
            shown: shown(node),
            reference: naming.table,
            last: naming.last,
            run: naming.run,
            len: naming.len,
            base: naming.base,
            null: naming.null,
            checked: naming.checked,
            doc: text(node, "doc"),
        })
    }

    /// Notes that a field lacks what every field has.
    fn typed_and_described(&self, node: &Node, name: &Spanned<String>) {
        for key in ["type", "doc"] {
            if !node.has(key) {
                let noted = self.mistakes.note(
                    &name.span,
                    format!("the field `{}` has no `{key}`", name.value),
                );
                noted.help("every field has a `name`, a `type` and a `doc`");
            }
        }
    }

    fn versions(&self, node: &Node, by_size: bool) -> Vec<Version> {
        let mut versions: Vec<Version> = Vec::new();
        for node in self.file.tables(node, "version") {
            let mut fields = Vec::new();
            for field in self.file.tables(node, "fields") {
                let bare = field.text("name").filter(|_| !field.has("type"));
                let Some(name) = bare else {
                    fields.extend(self.field(field));
                    continue;
                };
                // A bare name stands for the field of an earlier version.
                let earlier = || {
                    versions
                        .iter()
                        .flat_map(|version: &Version| &version.fields)
                };
                match earlier().find(|earlier| earlier.name.value == name.value) {
                    Some(earlier) => fields.push(Field {
                        name,
                        cpp: field.text("cpp"),
                        ..earlier.clone()
                    }),
                    None if by_size || field.has("doc") || versions.is_empty() => {
                        fields.extend(self.field(field))
                    }
                    None => {
                        let what = format!(
                            "`{}` has no `type`, and no earlier version has such a field",
                            name.value
                        );
                        let noted = self.mistakes.note(&name.span, what);
                        noted.legal(&name, earlier().map(|earlier| earlier.name.as_str()));
                    }
                }
            }
            versions.push(Version {
                number: node.integer("number"),
                when: expression(node, "when"),
                cpp: node.text("cpp"),
                fields,
                span: node.span.clone(),
            });
        }
        versions
    }

    fn arms(&self, node: &Node) -> Vec<Arm> {
        let arms = self.file.tables(node, "arms").iter();
        arms.filter_map(|node| self.arm(node)).collect()
    }

    fn arm(&self, node: &Node) -> Option<Arm> {
        Some(Arm {
            name: node.text("name")?,
            when: node.texts("when"),
            ty: self.ty(node),
            shown: shown(node),
            cpp: node.text("cpp"),
            doc: text(node, "doc"),
        })
    }

    fn sequence_field(&self, node: &Node) -> SequenceField {
        let is_padding = node.has("align") && !node.has("at") && !node.has("pool");
        match node.text("name") {
            Some(name) if !is_padding => self.typed_and_described(node, &name),
            None if !is_padding && !node.has("name") => {
                let noted = self.mistakes.note(&node.span, "this field has no `name`");
                noted.help(
                    "every field has a `name`, a `type` and a `doc`; padding has `align` alone",
                );
            }
            _ => {}
        }
        let ty = (!is_padding || node.has("type")).then(|| self.written_type(node));
        let (ty, naming) = match ty.map(|ty| self.naming_of_pool(ty)) {
            Some((ty, naming)) => (Some(ty), naming),
            None => (None, Naming::default()),
        };
        let manner = ty.as_ref().map(Type::manner).unwrap_or_default();
        let at = expression(node, "at").map(|at| origin(at, self.source));
        let (from, at) = at.map_or((None, None), |(from, at)| (from, Some(at)));
        SequenceField {
            name: node.text("name"),
            ty,
            kind: FieldKind::default(),
            cpp: node.text("cpp"),
            is: expression(node, "is"),
            usual: expression(node, "usual"),
            shown: shown(node),
            count: expression(node, "count"),
            each: node.text("each").map(Each::new),
            unknown: node.truth("unknown"),
            manner,
            named: node.texts("named"),
            stride: expression(node, "stride"),
            size: expression(node, "size"),
            at,
            from,
            align: node.integer("align"),
            fill: node.integer("fill"),
            condition: expression(node, "if"),
            ours: expression(node, "ours"),
            known: node.text("known"),
            null: naming.null.or_else(|| node.integer("null")),
            pool: node.truth("pool"),
            near: node.truth("near"),
            reference: naming.table,
            doc: node.text("doc").map(|doc| doc.value),
        }
    }

    fn part(&self, node: &Node) -> Part {
        Part {
            codes: self.codes(node),
            ty: node.has("type").then(|| self.ty(node)),
            name: node.text("name").map(|name| name.value),
            writers: node.texts("writers"),
            models: node.text("models").map(|models| models.value),
            strip: node.text("strip").map(|strip| strip.value),
            repeats: node.truth("repeats"),
            last: node.true_at("last"),
            begins: node.text("begins"),
            llvm: node.truth("llvm"),
            doc: text(node, "doc"),
            source: text(node, "source"),
        }
    }

    fn codes(&self, node: &Node) -> Vec<Spanned<String>> {
        let codes = node.texts("fourcc");
        if self.file.is_empty(node, "fourcc") {
            self.mistakes.note(&node.span, "this part has no FourCC");
        }
        codes
    }

    fn parameters(&self, node: &Node) -> Vec<Parameter> {
        let parameter = |text: Spanned<String>| {
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
                    let noted = self
                        .mistakes
                        .note(&text.span, format!("`{}` is no parameter", text.value));
                    noted.help("a parameter is written `name: type`");
                    Parameter {
                        ty: Type::lost(&text.span),
                        name: text,
                    }
                }
            }
        };
        node.texts("takes").into_iter().map(parameter).collect()
    }

    /// The type; one that is lost, if there is none or it cannot be read.
    fn ty(&self, node: &Node) -> Type {
        let mut ty = self.written_type(node);
        if matches!(ty.base, Base::RowRef(_) | Base::ListRef(_)) {
            ty.args.clear();
        }
        ty
    }

    /// The same, with all that stands in its brackets.
    fn written_type(&self, node: &Node) -> Type {
        match node.text("type") {
            Some(text) => self.parse_type(&text),
            None => Type::lost(&node.span),
        }
    }

    /// `u32`, `[u8; 16]`, `Name` or `Name(argument, ..)`.
    fn parse_type(&self, text: &Spanned<String>) -> Type {
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
            let noted = self
                .mistakes
                .note(&text.span, format!("`{}` is no type", text.value));
            noted.help("a type is written `u32`, `[u8; 16]`, `Name` or `Name(argument)`");
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

fn text(node: &Node, key: &str) -> String {
    node.text(key).map(|text| text.value).unwrap_or_default()
}

fn expression(node: &Node, key: &str) -> Option<Expression> {
    node.text(key).map(Expression::new)
}

fn shown(node: &Node) -> Shown {
    Shown {
        key: node.text("yaml"),
        flatten: node.true_at("flatten"),
        show: node.text("show"),
        version: node.text("version"),
    }
}

fn bits(node: &Node) -> Option<u32> {
    let ty = node.text("type")?;
    ty.strip_prefix('u')?.parse().ok()
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
