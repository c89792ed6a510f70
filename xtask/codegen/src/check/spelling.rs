//! Checks how names are spelled: in Rust's style, so that users of the generated code see no warnings.

use heck::{ToShoutySnakeCase as _, ToSnakeCase as _, ToUpperCamelCase as _};

use crate::model::{Base, Content, Item};
use crate::span::Spanned;

use super::Checker;

/// The kind of item that has a name.
#[derive(Clone, Copy)]
enum Spelling {
    /// `TypeName`.
    Type,
    /// `field_name`.
    Field,
    /// `ArmName`, a variant.
    Variant,
    /// `arm_name`, a method.
    Reading,
    /// `CONSTANT`.
    Constant,
}

impl Spelling {
    /// Converts a name to Rust's style.
    fn spell(self, name: &str) -> String {
        match self {
            Self::Field | Self::Reading => name.to_snake_case(),
            Self::Constant => name.to_shouty_snake_case(),
            Self::Type | Self::Variant => name.to_upper_camel_case(),
        }
    }

    /// Whether rustc accepts the name without a warning.
    fn is_kept(self, name: &str) -> bool {
        let inner = name.trim_matches('_');
        let has = |is: fn(char) -> bool| inner.contains(is);
        !inner.contains("__")
            && match self {
                Self::Type | Self::Variant => {
                    !inner.contains('_') && !inner.starts_with(char::is_lowercase)
                }
                Self::Field | Self::Reading => !has(char::is_uppercase),
                Self::Constant => !has(char::is_lowercase),
            }
    }

    fn help(self) -> &'static str {
        match self {
            Self::Type => "types are written `LikeThis`",
            Self::Variant => {
                "an arm of a switch without a `size` is a variant, written `LikeThis`; with a `size` it is a method"
            }
            Self::Reading => {
                "an arm of a switch with a `size` is a method, written `like_this`; without one it is a variant"
            }
            Self::Field => {
                "fields, parameters and functions are written `like_this`; put the spelling of other programs into `cpp` or `yaml`"
            }
            Self::Constant => "constants are written `LIKE_THIS`",
        }
    }
}

impl Checker<'_> {
    /// Checks the names of an item, and of everything in it.
    pub(super) fn spelling(&self, item: &Item) {
        let is_constant = |item: &Item| matches!(&item.content, Content::Let(function) if function.args.is_empty());
        match &item.content {
            Content::Let(_) if is_constant(item) => self.spelled(&item.name, Spelling::Constant),
            Content::Let(_) => self.spelled(&item.name, Spelling::Field),
            // A lower-case first letter is reported elsewhere.
            _ if item.name.starts_with(char::is_lowercase) => {}
            _ => self.spelled(&item.name, Spelling::Type),
        }
        for parameter in self.schema.takes(&item.name) {
            let is_record = parameter.ty.base == Base::Record;
            let spelling = if is_record {
                Spelling::Type
            } else {
                Spelling::Field
            };
            self.spelled(&parameter.name, spelling);
        }
        let mut names = match &item.content {
            Content::Let(function) => function.args.iter().collect(),
            content => {
                let members = content.members().into_iter();
                members.map(|(name, _)| name).collect::<Vec<_>>()
            }
        };
        names.extend(item.content.fields().flat_map(|field| &field.named));
        let spelling = match &item.content {
            Content::Switch(switch) if switch.size.is_some() => Spelling::Reading,
            Content::Switch(_) => Spelling::Variant,
            _ => Spelling::Field,
        };
        names
            .into_iter()
            .for_each(|name| self.spelled(name, spelling));
    }

    fn spelled(&self, name: &Spanned<String>, spelling: Spelling) {
        if !spelling.is_kept(name) {
            let what = format!("`{name}` does not follow the naming convention");
            self.note(name, what)
                .help(format!("write `{}`", spelling.spell(name)))
                .help(spelling.help());
        }
    }

    /// Checks the names of setters: each getter has a setter `set_name`.
    pub(super) fn setters<'n>(&self, names: impl Iterator<Item = &'n Spanned<String>>) {
        let names: Vec<&Spanned<String>> = names.collect();
        for name in &names {
            let set = |other: &&&Spanned<String>| name.strip_prefix("set_") == Some(other.as_str());
            if let Some(other) = names.iter().find(set) {
                let what = format!("`{name}` is the name of the setter of `{other}`");
                self.note(*name, what)
                    .other(*other, "this one")
                    .help("use another name");
            }
        }
    }
}
