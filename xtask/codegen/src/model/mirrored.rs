//! Parses the X-macro that a table mirrors: `MACRO(value, name, ..)`.

/// The spelling of a macro: its parameters have the names of keys of the values. On the command line, the name of a new
/// table may come first.
#[derive(Clone, Debug)]
pub struct Spelling {
    pub table: Option<String>,
    pub macro_name: String,
    pub parameters: Vec<String>,
}

/// The key that contains the number of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberKey {
    Value,
    Bit,
    /// The macro has no numbers: they follow from the order.
    Order,
}

impl NumberKey {
    pub fn name(self) -> &'static str {
        match self {
            Self::Bit => "bit",
            Self::Value | Self::Order => "value",
        }
    }
}

impl std::str::FromStr for Spelling {
    type Err = String;

    /// `MACRO(parameter, ..)` or `Table = MACRO(parameter, ..)`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (table, spelled) = match text.split_once('=') {
            Some((table, spelled)) => (Some(table.trim().to_owned()), spelled),
            None => (None, text),
        };
        let spelling = Self::new(spelled).map(|spelling| Self { table, ..spelling });
        spelling.filter(Self::is_whole).ok_or_else(|| {
            format!(
                "`{text}` is not a macro: write `MACRO(value, name)` or `Table = MACRO(value, name)`"
            )
        })
    }
}

impl std::fmt::Display for Spelling {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            formatter,
            "{}({})",
            self.macro_name,
            self.parameters.join(", ")
        )
    }
}

impl Spelling {
    /// Parses `MACRO(parameter, ..)` with any parameters.
    pub(super) fn new(text: &str) -> Option<Self> {
        let (name, parameters) = text.trim().strip_suffix(')')?.split_once('(')?;
        let parameters = parameters.split(',').map(|name| name.trim().to_owned());
        Some(Self {
            table: None,
            macro_name: name.trim().to_owned(),
            parameters: parameters.collect(),
        })
    }

    /// Whether it consists of names only, and includes the name of the values.
    pub fn is_whole(&self) -> bool {
        let is_name = |name: &String| syn::parse_str::<syn::Ident>(name).is_ok();
        let names = self.parameters.iter().chain(&self.table);
        names.chain([&self.macro_name]).all(is_name) && self.place_of("name").is_some()
    }

    pub fn place_of(&self, key: &str) -> Option<usize> {
        self.parameters.iter().position(|name| name == key)
    }

    pub fn number_key(&self) -> NumberKey {
        match (self.place_of("value"), self.place_of("bit")) {
            (Some(_), _) => NumberKey::Value,
            (None, Some(_)) => NumberKey::Bit,
            (None, None) => NumberKey::Order,
        }
    }

    /// The parameters that are columns, with their positions.
    pub fn columns(&self) -> impl Iterator<Item = (usize, &str)> {
        let own = ["name", "value", "bit"];
        let named = self.parameters.iter().map(String::as_str).enumerate();
        named.filter(move |(_, name)| !own.contains(name))
    }
}
