//! From TOML to items: tables whose keys are known and whose values are of the right kind, each with its place.

use std::path::Path;

use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Mistakes, Source, Span, Spanned, nearest};
use crate::keys::{self, Key, Kind, Shape, Value};
use crate::limits;

/// An item: `[kind.Name]`, or a `[[part]]`, which has no name.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) kind: &'static Kind,
    pub(crate) name: Spanned<String>,
    pub(crate) node: Node,
}

/// A table whose keys are legal.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) span: Span,
    entries: Vec<(&'static str, Spanned<Datum>)>,
    /// Further keys, where columns may stand.
    pub(crate) columns: Vec<(Spanned<String>, Spanned<Datum>)>,
}

/// A value.
#[derive(Clone, Debug)]
pub(crate) enum Datum {
    Text(String),
    Integer(i128),
    Truth(bool),
    Texts(Vec<Spanned<String>>),
    Tables(usize),
    /// What stands there is wrong, and that is reported.
    Wrong,
}

/// A schema file: its doc and its items.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) doc: String,
    pub(crate) items: Vec<Item>,
    /// The names of items that were lost to a mistake.
    pub(crate) lost: Vec<String>,
    /// The file is not TOML: nobody knows what was lost.
    pub(crate) torn: bool,
    /// The tables in arrays, named by [`Datum::Tables`].
    nodes: Vec<Vec<Node>>,
}

impl Node {
    /// Whether the key stands there, be its value right or wrong.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.datum(key).is_some()
    }

    fn datum(&self, key: &str) -> Option<&Spanned<Datum>> {
        self.entries
            .iter()
            .find(|(name, _)| *name == key)
            .map(|(_, datum)| datum)
    }

    pub(crate) fn text(&self, key: &str) -> Option<Spanned<String>> {
        let datum = self.datum(key)?;
        let value = match &datum.value {
            Datum::Text(text) => text.clone(),
            Datum::Integer(number) => number.to_string(),
            _ => return None,
        };
        Some(Spanned {
            value,
            span: datum.span.clone(),
        })
    }

    pub(crate) fn integer(&self, key: &str) -> Option<Spanned<i128>> {
        match self.datum(key)? {
            Spanned {
                value: Datum::Integer(value),
                span,
            } => Some(Spanned {
                value: *value,
                span: span.clone(),
            }),
            _ => None,
        }
    }

    pub(crate) fn truth(&self, key: &str) -> bool {
        self.true_at(key).is_some()
    }

    /// Where a key says `true`.
    pub(crate) fn true_at(&self, key: &str) -> Option<Span> {
        let datum = self.datum(key)?;
        matches!(datum.value, Datum::Truth(true)).then(|| datum.span.clone())
    }

    pub(crate) fn texts(&self, key: &str) -> Vec<Spanned<String>> {
        match self.datum(key).map(|datum| &datum.value) {
            Some(Datum::Texts(texts)) => texts.clone(),
            _ => Vec::new(),
        }
    }
}

impl File {
    /// The tables of an array.
    pub(crate) fn tables<'f>(&'f self, node: &Node, key: &str) -> &'f [Node] {
        match node.datum(key).map(|datum| &datum.value) {
            Some(Datum::Tables(index)) => self.nodes.get(*index).map_or(&[], Vec::as_slice),
            _ => &[],
        }
    }

    /// Whether a list has nothing in it, and no mistake is to blame for that.
    pub(crate) fn is_empty(&self, node: &Node, key: &str) -> bool {
        match node.datum(key).map(|datum| &datum.value) {
            Some(Datum::Tables(_)) => self.tables(node, key).is_empty(),
            Some(Datum::Texts(texts)) => texts.is_empty(),
            _ => false,
        }
    }
}

/// Reads all schema files of a folder, in the order of their names.
pub(crate) fn sources(folder: &Path) -> Result<Vec<Source>, String> {
    let reading = |problem: std::io::Error| {
        format!(
            "cannot read the schema folder {}: {problem}",
            folder.display()
        )
    };
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(reading)? {
        let path = entry.map_err(reading)?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "toml")
        {
            paths.push(path);
        }
    }
    if paths.is_empty() {
        return Err(format!(
            "there is no .toml file in the schema folder {}",
            folder.display()
        ));
    }
    paths.sort();
    let read = |path: std::path::PathBuf| {
        let text = std::fs::read_to_string(&path)
            .map_err(|problem| format!("cannot read {}: {problem}", path.display()))?;
        let stem = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        // As `schema/name.toml`, wherever the folder is.
        let folder = folder.file_name().unwrap_or_default();
        let path = Path::new(folder).join(path.file_name().unwrap_or_default());
        Ok(Source {
            path,
            stem,
            text: text.replace("\r\n", "\n"),
        })
    };
    paths.into_iter().map(read).collect()
}

/// Reads one file's items.
pub(crate) fn file(index: usize, source: &Source, mistakes: &Mistakes) -> File {
    let mut loader = Loader {
        index,
        mistakes,
        columns: None,
        nodes: Vec::new(),
    };
    if source.text.len() > limits::FILE.most {
        let start = Span {
            file: index,
            range: 0..0,
        };
        let what = format!("a file of {} bytes", limits::grouped(source.text.len()));
        mistakes.note(&start, what).limit(&limits::FILE);
        return File {
            doc: String::new(),
            items: Vec::new(),
            lost: Vec::new(),
            torn: true,
            nodes: Vec::new(),
        };
    }
    let (table, errors) = DeTable::parse_recoverable(&source.text);
    for error in &errors {
        let range = error.span().unwrap_or(0..0);
        loader.mistakes.note(
            &Span { file: index, range },
            format!("not TOML: {}", error.message()),
        );
    }
    let torn = !errors.is_empty();
    let mut file = File {
        doc: String::new(),
        items: Vec::new(),
        lost: Vec::new(),
        torn,
        nodes: Vec::new(),
    };
    if torn {
        return file;
    }
    let start = Span {
        file: index,
        range: 0..0,
    };
    loader.check_stem(&source.stem, &start);
    let mut own = DeTable::new();
    for (key, value) in table.into_inner() {
        let name = key.get_ref().to_string();
        match (keys::kind(&name), value.get_ref()) {
            (Some(kind), DeValue::Table(items))
                if items
                    .values()
                    .any(|item| matches!(item.get_ref(), DeValue::Table(_))) =>
            {
                for (key, value) in items {
                    let name = Spanned {
                        value: key.get_ref().to_string(),
                        span: loader.span(key.span()),
                    };
                    loader.check_name(&name);
                    match value.get_ref() {
                        DeValue::Table(table) => {
                            let node = loader.node(&kind.shape, table, loader.span(key.span()));
                            file.items.push(Item { kind, name, node });
                        }
                        _ => drop(
                            mistakes
                                .note(&name.span, format!("`{}` must be a table", name.value))
                                .help(format!("write `[{}.{}]`", kind.shape.name, name.value)),
                        ),
                    }
                }
            }
            (Some(kind), _) => {
                let span = loader.span(key.span());
                let noted = mistakes.note(&span, format!("`{name}` without the name of an item"));
                noted.help(format!("write `[{}.Name]`", kind.shape.name));
            }
            (None, DeValue::Array(parts)) if name == keys::PART.shape.name => {
                for part in parts {
                    let span = loader.span(part.span());
                    match part.get_ref() {
                        DeValue::Table(table) => {
                            let node = loader.node(&keys::PART.shape, table, span.clone());
                            let name = Spanned {
                                value: String::new(),
                                span,
                            };
                            file.items.push(Item {
                                kind: &keys::PART,
                                name,
                                node,
                            });
                        }
                        _ => drop(
                            mistakes
                                .note(&span, "a part must be a table")
                                .help("write `[[part]]`"),
                        ),
                    }
                }
            }
            (None, DeValue::Table(_)) if name == keys::PART.shape.name => {
                mistakes
                    .note(&loader.span(key.span()), "a part has no name")
                    .help("write `[[part]]`");
            }
            (None, DeValue::Table(_) | DeValue::Array(_)) => {
                if let DeValue::Table(items) = value.get_ref() {
                    file.lost
                        .extend(items.keys().map(|name| name.get_ref().to_string()));
                }
                let span = loader.span(key.span());
                let legal = keys::KINDS
                    .iter()
                    .map(|kind| kind.shape.name)
                    .chain(["part"]);
                mistakes
                    .note(&span, format!("unknown kind `{name}`"))
                    .legal(&name, legal);
            }
            (None, _) => drop(own.insert(key, value)),
        }
    }
    let node = loader.node(&keys::FILE, &own, start);
    file.doc = node.text("doc").map(|doc| doc.value).unwrap_or_default();
    file.nodes = loader.nodes;
    // Items come in the order of the file, whatever their kinds.
    file.items.sort_by_key(|item| item.name.span.range.start);
    file
}

struct Loader<'m> {
    index: usize,
    mistakes: &'m Mistakes,
    /// The columns of the enum that is read; unknown if a mistake hides them.
    columns: Option<Vec<String>>,
    nodes: Vec<Vec<Node>>,
}

impl Loader<'_> {
    fn span(&self, range: std::ops::Range<usize>) -> Span {
        Span {
            file: self.index,
            range,
        }
    }

    fn check_name(&self, name: &Spanned<String>) {
        if name.chars().count() > limits::NAME.most {
            let what = format!(
                "a name of {} letters",
                limits::grouped(name.chars().count())
            );
            self.mistakes.note(&name.span, what).limit(&limits::NAME);
            return;
        }
        let mut letters = name.chars();
        let starts = letters
            .next()
            .is_some_and(|first| first.is_ascii_alphabetic() || first == '_');
        if !starts || !letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_') {
            let noted = self
                .mistakes
                .note(&name.span, format!("`{}` is no name", name.value));
            noted
                .help("a name is made of letters, digits and `_`, and does not begin with a digit");
        } else if syn::parse_str::<syn::Ident>(name).is_err() {
            let noted = self
                .mistakes
                .note(&name.span, format!("`{}` is a word of Rust", name.value));
            noted.help("choose another name; the upstream spelling can stand in `cpp`");
        }
    }

    /// The file is a module of its name.
    fn check_stem(&self, stem: &str, start: &Span) {
        if syn::parse_str::<syn::Ident>(stem).is_err() {
            let noted = self
                .mistakes
                .note(start, format!("`{stem}` cannot be the name of a module"));
            noted.help("name the file with letters, digits and `_`, and not like a word of Rust");
        } else if stem == "parts" {
            let noted = self
                .mistakes
                .note(start, "the module `parts` is made from every `[[part]]`");
            noted.help("name the file after what it describes");
        }
    }

    /// The names of the columns that an enum declares; none if a mistake hides them.
    fn declared(&self, shape: &Shape, table: &DeTable<'_>) -> Option<Vec<String>> {
        let Some((_, columns)) = table.iter().find(|(key, _)| key.get_ref() == "columns") else {
            let legal = || shape.keys.iter().map(|key| key.name);
            let is_meant = table
                .keys()
                .any(|key| nearest(key.get_ref(), legal()) == Some("columns"));
            return (!is_meant).then(Vec::new);
        };
        let name = |column: &toml::Spanned<DeValue<'_>>| match column.get_ref() {
            DeValue::Table(column) => column
                .iter()
                .find(|(key, _)| key.get_ref() == "name")?
                .1
                .get_ref()
                .as_str()
                .map(str::to_owned),
            _ => None,
        };
        columns.get_ref().as_array()?.iter().map(name).collect()
    }

    fn node(&mut self, shape: &'static Shape, table: &DeTable<'_>, span: Span) -> Node {
        let mut node = Node {
            span,
            entries: Vec::new(),
            columns: Vec::new(),
        };
        if shape.keys.iter().any(|key| key.name == "columns") {
            self.columns = self.declared(shape, table);
        }
        let stands = |name: &str| table.keys().any(|key| key.get_ref() == name);
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let known = shape.keys.iter().find(|known| known.name == name);
            let key_span = self.span(key.span());
            let value_span = self.span(value.span());
            match known {
                Some(known) => {
                    let datum = self
                        .datum(known, value.get_ref(), &value_span)
                        .unwrap_or(Datum::Wrong);
                    node.entries.push((
                        known.name,
                        Spanned {
                            value: datum,
                            span: value_span,
                        },
                    ));
                }
                None if shape.columns
                    && self
                        .columns
                        .as_ref()
                        .is_none_or(|columns| columns.iter().any(|column| column == name)) =>
                {
                    let datum = match value.get_ref() {
                        DeValue::String(text) => Datum::Text(text.to_string()),
                        other => integer(other).map_or_else(
                            || {
                                self.mistakes
                                    .note(&value_span, "a column is a number or a text");
                                Datum::Wrong
                            },
                            Datum::Integer,
                        ),
                    };
                    let name = Spanned {
                        value: name.to_owned(),
                        span: key_span,
                    };
                    node.columns.push((
                        name,
                        Spanned {
                            value: datum,
                            span: value_span,
                        },
                    ));
                }
                None => {
                    let columns = self.columns.iter().flatten().filter(|_| shape.columns);
                    let legal = || {
                        shape
                            .keys
                            .iter()
                            .map(|key| key.name)
                            .chain(columns.clone().map(String::as_str))
                    };
                    let what = format!("unknown key `{name}` in {}", with_article(shape.name));
                    self.mistakes.note(&key_span, what).legal(name, legal());
                    // What was meant is not missing, too.
                    let wrong = Spanned {
                        value: Datum::Wrong,
                        span: value_span,
                    };
                    if let Some(meant) = nearest(name, legal()).filter(|meant| !stands(meant)) {
                        match shape.keys.iter().find(|key| key.name == meant) {
                            Some(key) => node.entries.push((key.name, wrong)),
                            None => node.columns.push((
                                Spanned {
                                    value: meant.to_owned(),
                                    span: key_span,
                                },
                                wrong,
                            )),
                        }
                    }
                }
            }
        }
        for key in shape.keys.iter().filter(|key| key.required) {
            if !node.has(key.name) {
                let have = if shape.name.ends_with('s') {
                    "these {} have"
                } else {
                    "this {} has"
                };
                let what = format!("{} no `{}`", have.replace("{}", shape.name), key.name);
                self.mistakes
                    .note(&node.span, what)
                    .help(format!("`{}`: {}", key.name, key.doc));
            }
        }
        node
    }

    /// Whether an expression or a type can be read in time; if not, that is noted.
    fn is_readable(&self, text: &str, span: &Span) -> bool {
        let (letters, depth) = (text.chars().count(), limits::depth(text));
        if depth > limits::BRACKETS.most {
            let what = format!("a text {} brackets deep", limits::grouped(depth));
            let noted = self.mistakes.note(span, what);
            noted.limit(&limits::BRACKETS);
        } else if letters > limits::EXPRESSION.most {
            let what = format!("a text of {} letters", limits::grouped(letters));
            let noted = self.mistakes.note(span, what);
            noted.limit(&limits::EXPRESSION);
        } else {
            return true;
        }
        false
    }

    fn datum(&mut self, key: &Key, value: &DeValue<'_>, span: &Span) -> Option<Datum> {
        let expected = |what: &str| {
            self.mistakes
                .note(span, format!("`{}` must be {what}", key.name))
                .help(key.doc);
            None
        };
        match (key.value, value) {
            (Value::Doc | Value::Text, DeValue::String(text)) if text.trim().is_empty() => {
                expected("more than an empty text")
            }
            (Value::Type | Value::Expression, DeValue::String(text)) => {
                match (self.is_readable(text, span), key.value, key.name) {
                    (true, ..) => Some(Datum::Text(text.to_string())),
                    // Something stands there, so that nobody misses it.
                    (false, Value::Type, _) => None,
                    (false, _, "if" | "when") => Some(Datum::Text("true".to_owned())),
                    (false, ..) => Some(Datum::Integer(0)),
                }
            }
            (Value::Doc | Value::Text, DeValue::String(text)) => {
                Some(Datum::Text(text.to_string()))
            }
            (Value::Doc | Value::Text | Value::Type, _) => expected("a text"),
            (Value::Name, DeValue::String(text)) => {
                let inner = span.range.start + 1..span.range.end.saturating_sub(1);
                let name = Spanned {
                    value: text.to_string(),
                    span: self.span(inner),
                };
                self.check_name(&name);
                Some(Datum::Text(name.value))
            }
            (Value::Name, _) => expected("a name"),
            (Value::Expression, value) => match integer(value) {
                Some(number) => Some(Datum::Integer(number)),
                None => expected("an expression, in quotes, or a number"),
            },
            (Value::Integer, value) => match integer(value) {
                Some(number) => Some(Datum::Integer(number)),
                None if matches!(value, DeValue::Integer(_)) => {
                    expected("a number of at most 64 bits")
                }
                None => expected("a whole number"),
            },
            (Value::Truth, DeValue::Boolean(truth)) => Some(Datum::Truth(*truth)),
            (Value::Truth, _) => expected("`true` or `false`"),
            (Value::OneOf(legal), DeValue::String(text)) => {
                if legal.contains(&text.as_ref()) {
                    return Some(Datum::Text(text.to_string()));
                }
                let what = format!("`{}` cannot be `{text}`", key.name);
                self.mistakes
                    .note(span, what)
                    .legal(text, legal.iter().copied());
                None
            }
            (Value::OneOf(_), _) => expected("a text"),
            (Value::Texts, DeValue::String(text)) => Some(Datum::Texts(vec![Spanned {
                value: text.to_string(),
                span: span.clone(),
            }])),
            (Value::Texts | Value::Parameters, DeValue::Array(array)) => {
                let mut texts = Vec::new();
                for value in array {
                    match value.get_ref() {
                        DeValue::String(text) => {
                            let span = self.span(value.span());
                            if self.is_readable(text, &span) {
                                let value = text.to_string();
                                texts.push(Spanned { value, span });
                            }
                        }
                        _ => drop(
                            self.mistakes
                                .note(&self.span(value.span()), "expected a text"),
                        ),
                    }
                }
                (texts.len() == array.len()).then_some(Datum::Texts(texts))
            }
            (Value::Texts, _) => expected("a text, or several in brackets"),
            (Value::Parameters, _) => expected("several texts in brackets, each `name: type`"),
            (Value::Tables(shape), DeValue::Array(array)) if array.len() > limits::TABLES.most => {
                let what = format!(
                    "{} tables, each a {}",
                    limits::grouped(array.len()),
                    shape.name
                );
                self.mistakes.note(span, what).limit(&limits::TABLES);
                None
            }
            (Value::Tables(shape), DeValue::Array(array)) => {
                let mut nodes = Vec::new();
                for value in array {
                    let span = self.span(value.span());
                    match value.get_ref() {
                        DeValue::Table(table) => nodes.push(self.node(shape, table, span)),
                        _ => drop(
                            self.mistakes
                                .note(&span, format!("a {} must be a table", shape.name)),
                        ),
                    }
                }
                if nodes.is_empty() && !array.is_empty() {
                    return None;
                }
                self.nodes.push(nodes);
                Some(Datum::Tables(self.nodes.len() - 1))
            }
            (Value::Tables(shape), _) => {
                expected(&format!("tables in brackets, each a {}", shape.name))
            }
        }
    }
}

fn integer(value: &DeValue<'_>) -> Option<i128> {
    match value {
        DeValue::Integer(number) => i128::from_str_radix(number.as_str(), number.radix()).ok(),
        _ => None,
    }
}

/// A kind of thing, as messages speak of one.
pub(crate) fn with_article(noun: &str) -> String {
    match noun {
        "flags" | "bits" => noun.to_owned(),
        _ if noun.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {noun}"),
        _ => format!("a {noun}"),
    }
}
