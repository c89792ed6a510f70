//! How documents and texts show a value.

use alloc::string::String;

use crate::shape::Layout;

/// How documents show a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DocumentForm {
    /// Its key.
    pub key: &'static str,
    /// Its other keys, which documents may have in place of it.
    pub earlier: &'static [EarlierKey],
    /// Whether documents show its content at its own level, not below its key.
    pub flat: bool,
    /// The value in documents.
    pub form: ValueForm,
    /// Whether it is computed from other fields: a count, an offset, a size.
    pub computed: bool,
    /// The key of a record's version, if its size determines the version.
    pub version: Option<&'static str>,
    /// If there are no records, the record whose size is the stride.
    pub absent: Option<&'static Layout>,
    /// The keys of consecutive strings.
    pub named: &'static [&'static str],
    /// Whether it contains lists, which other fields reference by number.
    pub lists: bool,
    /// Whether LLVM's documents have the key.
    pub llvm: LlvmKey,
    /// Its doc in the schema, as Markdown; empty if it has none.
    pub doc: &'static str,
}

/// Another key of a value: that of older documents, or of earlier LLVMs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EarlierKey {
    /// The key.
    pub key: &'static str,
    /// The first LLVM whose documents have the next key; 0 if no documents have this key.
    pub until: u32,
}

/// Whether LLVM's documents have a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LlvmKey {
    /// All documents have it.
    #[default]
    Always,
    /// Documents for this LLVM and later ones have it.
    Since(u32),
    /// Only documents with all keys have it.
    Never,
}

/// The form of a value in documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueForm {
    /// Names of enums and strings; every flag, as true or false; numbers.
    #[default]
    Plain,
    /// Only those flags that are set, a list that has entries, a part that is not 0. Texts omit an integer that is 0.
    Set,
    /// The number of an enum.
    Number,
    /// An integer, -1 if all of its bits are set.
    Signed,
    /// Bytes that are text.
    Text,
    /// A number that documents contain even if the file lacks it.
    Always,
    /// Not shown: other fields determine the value.
    Never,
    /// Like `Plain`; texts write it as components, such as `xyz`.
    Mask,
    /// Like `Plain`; texts join it with its neighbor, such as 6.0.
    Version,
}

impl EarlierKey {
    /// A key that older documents have.
    pub const fn new(key: &'static str) -> Self {
        Self { key, until: 0 }
    }

    /// A key that documents have for earlier LLVMs than `until`.
    pub const fn until(key: &'static str, until: u32) -> Self {
        Self { key, until }
    }

    /// The key of an LLVM; without one, `newest`.
    pub(crate) fn for_llvm(
        earlier: &[Self],
        newest: &'static str,
        llvm: Option<u32>,
    ) -> &'static str {
        let own = llvm.and_then(|llvm| earlier.iter().find(|earlier| llvm < earlier.until));
        own.map_or(newest, |own| own.key)
    }
}

impl DocumentForm {
    /// A form without a key: its content is shown at its parent's level.
    pub const FLAT: Self = Self::new("").flat();

    /// A key with a plain value.
    pub const fn new(key: &'static str) -> Self {
        Self {
            key,
            earlier: &[],
            flat: false,
            form: ValueForm::Plain,
            computed: false,
            version: None,
            absent: None,
            named: &[],
            lists: false,
            llvm: LlvmKey::Always,
            doc: "",
        }
    }

    /// Sets other keys, in the order of their LLVM versions.
    pub const fn earlier(self, earlier: &'static [EarlierKey]) -> Self {
        Self { earlier, ..self }
    }

    /// The key in documents for an LLVM, or in those with all keys.
    #[cfg(feature = "serde")]
    pub(crate) fn key_for(&self, llvm: Option<u32>) -> &'static str {
        EarlierKey::for_llvm(self.earlier, self.key, llvm)
    }

    /// Every key, the newest first.
    #[cfg(feature = "serde")]
    pub(crate) fn keys(&self) -> impl Iterator<Item = &'static str> {
        let earlier = self.earlier.iter().map(|earlier| earlier.key);
        core::iter::once(self.key).chain(earlier)
    }

    /// Removes the key.
    pub const fn flat(self) -> Self {
        Self { flat: true, ..self }
    }

    /// Sets another form of the value.
    pub const fn form(self, form: ValueForm) -> Self {
        Self { form, ..self }
    }

    /// Marks the value as computed.
    pub const fn computed(self) -> Self {
        Self {
            computed: true,
            ..self
        }
    }

    /// Sets the key of the version.
    pub const fn version(self, key: &'static str) -> Self {
        Self {
            version: Some(key),
            ..self
        }
    }

    /// Sets the newest layout of the records whose stride it is.
    pub const fn absent(self, absent: Option<&'static Layout>) -> Self {
        Self { absent, ..self }
    }

    /// Sets the keys of its strings.
    pub const fn named(self, named: &'static [&'static str]) -> Self {
        Self { named, ..self }
    }

    /// Marks the value as lists.
    pub const fn lists(self) -> Self {
        Self {
            lists: true,
            ..self
        }
    }

    /// Sets whether LLVM's documents have the key.
    pub const fn llvm(self, llvm: LlvmKey) -> Self {
        Self { llvm, ..self }
    }

    /// Whether documents of an LLVM have the key.
    pub(crate) fn has_key(&self, llvm: u32) -> bool {
        match self.llvm {
            LlvmKey::Always => true,
            LlvmKey::Since(since) => since <= llvm,
            LlvmKey::Never => false,
        }
    }

    /// Sets the doc.
    pub const fn doc(self, doc: &'static str) -> Self {
        Self { doc, ..self }
    }
}

impl ValueForm {
    /// The number in the notation of this form; `None` if the shape's notation applies.
    pub(crate) fn say(self, value: u64) -> Option<String> {
        const LETTERS: [char; 4] = ['x', 'y', 'z', 'w'];
        if self != Self::Mask || value >> LETTERS.len() != 0 {
            return None;
        }
        if value == 0 {
            return Some("none".into());
        }
        let letters = LETTERS.iter().enumerate();
        let set = letters.filter(|(bit, _)| value >> bit & 1 == 1);
        Some(set.map(|(_, letter)| *letter).collect())
    }

    /// The number of a text in the notation of this form: `xz` is 5 in a mask.
    pub fn number(self, text: &str) -> Option<u64> {
        (0..16).find(|value| self.say(*value).is_some_and(|own| own == text))
    }
}
