//! The keys of documents: no two values of one level have the same.

use crate::camel_case::camel_case;
use crate::datum::Datum;
use crate::diagnostic::Spanned;
use crate::model::{
    Arm, Base, BitField, Content, Enum, Field, Sequence, SequenceField, Shown, Union, Versioned,
};

use super::Checker;

/// Items within items that are followed: a schema that circles is told elsewhere.
const DEEPEST: usize = 16;

/// What a field adds to the level that it stands on: its name, and keys.
struct Keys<'f> {
    field: &'f Spanned<String>,
    keys: Vec<String>,
}

impl Checker<'_> {
    /// Notes keys that two fields of a record have.
    pub(super) fn record_keys(&self, fields: &[Field]) {
        self.distinct_keys(fields.iter().map(|field| self.of_field(field)), &[]);
    }

    /// The same, of fields that are packed.
    pub(super) fn bit_keys(&self, fields: &[BitField]) {
        let keys = fields.iter().map(|field| Keys {
            field: &field.name,
            keys: [field.shown.key_of(&field.name)].into(),
        });
        self.distinct_keys(keys, &[]);
    }

    /// The same, of a record of several versions.
    pub(super) fn versioned_keys(&self, versioned: &Versioned) {
        if versioned.by_size {
            let fields = versioned
                .versions
                .iter()
                .flat_map(|version| &version.fields);
            self.distinct_keys(fields.map(|field| self.of_field(field)), &["Tail"]);
            return;
        }
        for version in &versioned.versions {
            self.record_keys(&version.fields);
        }
    }

    /// The same, of a sequence.
    pub(super) fn sequence_keys(&self, sequence: &Sequence) {
        let fields = sequence.fields.iter();
        let fields = fields.filter_map(|field| {
            Some(Keys {
                field: field.name.as_ref()?,
                // A string that is named like a field is told as such.
                keys: match field.named.iter().any(|name| is_field(sequence, name)) {
                    true => Vec::new(),
                    false => self.keys_of_sequence_field(field, DEEPEST),
                },
            })
        });
        // What documents add to the fields of a part that stands beside its name.
        let taken: &[&str] = match sequence.flatten {
            Some(_) => &["Name", "Size", "Index", "Layout"],
            None => &[],
        };
        self.distinct_keys(fields, taken);
    }

    fn distinct_keys<'f>(&self, fields: impl Iterator<Item = Keys<'f>>, taken: &[&str]) {
        let mut seen: Vec<Keys<'_>> = Vec::new();
        for Keys { field, keys } in fields {
            let known = |key: &&String| seen.iter().find(|other| other.keys.contains(key));
            let twice = keys.iter().find_map(|key| Some((key, known(&key)?)));
            let is_taken = keys.iter().find(|key| taken.contains(&key.as_str()));
            let help = "say another one with `yaml`";
            // Names that come twice are told as such.
            let twice = twice.filter(|(_, first)| first.field.value != field.value);
            if let Some((key, first)) = twice {
                let what = format!("documents have the key `{key}` here already");
                let noted = self.mistakes.note(&field.span, what);
                noted.other(&first.field.span, "the first one").help(help);
            } else if let Some(key) = is_taken {
                let what = format!("documents have a key `{key}` of their own here");
                self.mistakes.note(&field.span, what).help(help);
            }
            seen.push(Keys { field, keys });
        }
    }

    fn of_field<'f>(&self, field: &'f Field) -> Keys<'f> {
        Keys {
            field: &field.name,
            keys: self.keys_of_field(field, DEEPEST),
        }
    }

    fn keys_of_field(&self, field: &Field, depth: usize) -> Vec<String> {
        self.keys(&field.shown, &field.name, &field.ty.base, depth)
    }

    fn keys_of_sequence_field(&self, field: &SequenceField, depth: usize) -> Vec<String> {
        let (Some(name), Some(ty)) = (&field.name, &field.ty) else {
            return Vec::new();
        };
        if field.kind.is_computed() && field.shown.key.is_none() {
            return Vec::new();
        }
        let mut keys = match field.named.as_slice() {
            [] => self.keys(&field.shown, name, &ty.base, depth),
            named => named.iter().map(|name| camel_case(name)).collect(),
        };
        keys.extend(field.shown.version.iter().map(|key| key.value.clone()));
        keys
    }

    /// The keys of a value: its own, or those of what is in it.
    fn keys(&self, shown: &Shown, name: &str, base: &Base, depth: usize) -> Vec<String> {
        if shown
            .show
            .as_ref()
            .is_some_and(|show| show.value == "never")
        {
            return Vec::new();
        }
        let own = shown.key_of(name);
        match (&shown.flatten, base) {
            (Some(_), Base::Item(item)) => self.inner_keys(item, &own, depth),
            _ => [own].into(),
        }
    }

    /// The keys of what is in an item; `own` is the key of what has no name there.
    fn inner_keys(&self, item: &str, own: &str, depth: usize) -> Vec<String> {
        let (Some(item), Some(depth)) = (self.schema.item(item), depth.checked_sub(1)) else {
            return Vec::new();
        };
        let fields = |fields: &[Field]| {
            let keys = fields
                .iter()
                .flat_map(|field| self.keys_of_field(field, depth));
            keys.collect::<Vec<_>>()
        };
        match &item.content {
            Content::Record(of) => fields(of),
            Content::Versioned(Versioned {
                versions, by_size, ..
            }) => {
                let keys = versions.iter().flat_map(|version| fields(&version.fields));
                let tail = by_size.then(|| "Tail".to_owned());
                keys.chain(tail).collect()
            }
            Content::Bits(bits) => {
                let keys = bits
                    .fields
                    .iter()
                    .map(|field| field.shown.key_of(&field.name));
                keys.collect()
            }
            Content::Flags(flags) => {
                let mut keys = shown_names(self.schema.values(flags));
                keys.push(own.to_owned());
                keys
            }
            Content::Union(Union { arms, .. }) => {
                let mut keys = self.arm_keys(arms, depth);
                keys.extend([own.to_owned(), format!("{own}Rest")]);
                keys
            }
            Content::Choice(choice) => self.arm_keys(&choice.arms, depth),
            Content::Sequence(sequence) => {
                let keys = sequence.fields.iter();
                keys.flat_map(|field| self.keys_of_sequence_field(field, depth))
                    .collect()
            }
            Content::Enum(_) | Content::Let(_) => Vec::new(),
        }
    }

    /// Of arms, only one of which is there.
    fn arm_keys(&self, arms: &[Arm], depth: usize) -> Vec<String> {
        let keys = arms.iter().flat_map(|arm| match &arm.ty.base {
            Base::Item(item)
                if matches!(
                    self.schema.item(item).map(|item| &item.content),
                    Some(Content::Record(_))
                ) =>
            {
                self.inner_keys(item, "", depth)
            }
            base => self.keys(&arm.shown, &arm.name, base, depth),
        });
        keys.collect()
    }
}

/// Whether a sequence has a field with this name.
fn is_field(sequence: &Sequence, name: &str) -> bool {
    let names = sequence
        .fields
        .iter()
        .filter_map(|field| field.name.as_ref());
    names.into_iter().any(|known| known.value == name)
}

/// What documents call flags.
fn shown_names(flags: &Enum) -> Vec<String> {
    let names = flags
        .values
        .iter()
        .filter(|value| value.value.value != 0 && !value.alias);
    let names = names.map(|value| {
        let column = flags.shown_by.as_ref().and_then(|column| {
            let own = value
                .columns
                .iter()
                .find(|(name, _)| name.value == column.value)?;
            match &own.1.value {
                Datum::Text(text) => Some(text.clone()),
                _ => None,
            }
        });
        column.unwrap_or_else(|| value.name.value.clone())
    });
    names.collect()
}
