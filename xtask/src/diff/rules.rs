//! Defines the rules: every way in which two schemas can differ, and the consequences for users of the crate.

/// The promise that a difference breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    /// Programs compile and files are read as before.
    Additive,
    /// Files are read as before; programs may not compile.
    SourceBreaking,
    /// Files are read differently, or refused.
    WireBreaking,
}

/// The heading of a difference in the changelog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heading {
    Added,
    Changed,
    Removed,
}

/// A rule: one way in which schemas can differ.
#[derive(Debug)]
pub(super) struct Rule {
    pub(super) name: &'static str,
    pub(super) class: Class,
    pub(super) heading: Heading,
    /// The properties to whose changes it applies, as `thing.property` of the serialized model. `*` is any thing, and
    /// `fixed` a field of a record.
    pub(super) paths: &'static str,
    pub(super) doc: &'static str,
}

impl Class {
    pub(super) const ALL: [Self; 3] = [Self::WireBreaking, Self::SourceBreaking, Self::Additive];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Additive => "additive",
            Self::SourceBreaking => "source-breaking",
            Self::WireBreaking => "wire-breaking",
        }
    }
}

impl Heading {
    pub(super) const ALL: [Self; 3] = [Self::Added, Self::Changed, Self::Removed];
}

macro_rules! rules {
    ($($name:ident: $class:ident, $heading:ident, $paths:literal, $doc:literal;)*) => {
        $(
            pub(super) static $name: Rule = Rule {
                name: stringify!($name),
                class: Class::$class,
                heading: Heading::$heading,
                paths: $paths,
                doc: $doc,
            };
        )*

        /// All rules, in the order of the listing.
        pub(super) static RULES: &[&Rule] = &[$(&$name),*];
    };
}

rules! {
    ENUM_VALUE_ADDED: Additive, Added, "", "An enum or flags type has a new name.";
    ENUM_VALUE_REMOVED: SourceBreaking, Removed, "", "A name was removed; keep it, with its own `source`.";
    ENUM_VALUE_RENAMED: SourceBreaking, Changed, "", "A number has a new name; keep the old name in `was`.";
    ENUM_VALUE_CHANGED: WireBreaking, Changed, "", "The number of a name changed.";
    ENUM_PRINTED_NAME_CHANGED: SourceBreaking, Changed, "", "The name that is printed for a number changed.";
    ENUM_SIZE_CHANGED: WireBreaking, Changed, "enum.type", "The integer type of an enum or of flags changed.";
    ENUM_COLUMN_ADDED: Additive, Added, "", "A table has a new column.";
    ENUM_COLUMN_REMOVED: SourceBreaking, Removed, "", "A column was removed.";
    ENUM_COLUMN_CHANGED: Additive, Changed, "", "The value of a column changed.";
    ENUM_KEY_CHANGED: SourceBreaking, Changed, "", "The value of a column that texts are read by (`key`) changed.";
    RENAMED: Additive, Changed, "", "Something has a new name; the old one is a deprecated alias (`was`).";
    VARIANT_RENAMED: SourceBreaking, Changed, "", "An arm of a switch, or the type of a part, has a new name: patterns need it, and so do documents unless `was` has the old one.";
    ALIAS_REMOVED: SourceBreaking, Removed, "", "A deprecated alias was removed.";
    FIELD_ADDED: Additive, Added, "", "A record of a fixed size has a new field; FIELD_MOVED and RECORD_SIZE_CHANGED report whether bytes moved.";
    FIELD_ADDED_IN_NEW_VERSION: Additive, Added, "", "A new version of a record adds a field.";
    FIELD_REMOVED: SourceBreaking, Removed, "", "A field of a record of a fixed size was removed.";
    FIELD_RENAMED: SourceBreaking, Changed, "", "A public field has a new name: programs need it.";
    FIELD_TYPE_CHANGED: SourceBreaking, Changed, "", "The type of a field changed.";
    FIELD_SIZE_CHANGED: WireBreaking, Changed, "", "The number of bytes or bits of a field changed.";
    FIELD_MOVED: WireBreaking, Changed, "", "The offset of a field changed.";
    FIELD_HIDDEN: SourceBreaking, Removed, "", "A field is now `reserved`.";
    FIELD_SHOWN: Additive, Added, "", "A field is no longer `reserved`.";
    FIELD_REFERENCE_CHANGED: SourceBreaking, Changed, "fixed.reference fixed.run fixed.len fixed.base fixed.null fixed.checked field.directory arm.range", "The target of a reference, or its check, changed.";
    FIELD_DEFAULT_CHANGED: Additive, Changed, "field.default", "The default of a field changed.";
    RECORD_SIZE_CHANGED: WireBreaking, Changed, "bits.type switch.size", "The size of a record changed.";
    VERSION_ADDED: Additive, Added, "", "A record has a new version.";
    VERSION_REMOVED: SourceBreaking, Removed, "", "A version of a record was removed.";
    STRUCT_FIELD_ADDED: WireBreaking, Added, "", "A struct has a new field, or padding.";
    STRUCT_FIELD_ADDED_OUT_OF_REACH: Additive, Added, "", "A struct has a new field that depends on a new version or value, so no older file has it.";
    STRUCT_FIELD_REMOVED: WireBreaking, Removed, "", "A field of a struct, or padding, was removed.";
    FIELD_RULE_CHANGED: WireBreaking, Changed, "", "The count, the offset or another rule of a field changed.";
    FIELD_RULE_EXTENDED: Additive, Changed, "", "The count, the offset or another rule of a field changed for new values, versions and fields only.";
    STRING_NAMED: Additive, Added, "", "A further string of a table has a name.";
    WRITING_CHANGED: Additive, Changed, "field.pool field.last field.words", "The layout of new values changed; values that were read keep theirs.";
    DOCUMENT_CHANGED: SourceBreaking, Changed, "*.yaml *.flatten *.show *.version field.named *.llvm", "The form of documents changed; older documents may be refused.";
    DOCUMENT_KEY_CHANGED: Additive, Changed, "", "Documents are written with another key; those with the older one are read.";
    ARM_ADDED: Additive, Added, "", "A switch has a new arm.";
    ARM_SELECTOR_ADDED: Additive, Added, "", "An arm of a switch has a new selector, which had no arm of its own.";
    ARM_REMOVED: SourceBreaking, Removed, "", "An arm of a switch with a `size` was removed.";
    ARM_CHANGED: WireBreaking, Changed, "arm.type arm.when", "The type or the selectors of an arm changed.";
    SELECTED_ARM_REMOVED: WireBreaking, Removed, "", "An arm of a switch was removed: files that select it are refused.";
    SELECTOR_CHANGED: WireBreaking, Changed, "union.takes versioned.form", "The selector of a switch, or of the version of a record, changed.";
    PARAMETERS_CHANGED: SourceBreaking, Changed, "*.takes", "The parameters of an item changed.";
    FUNCTION_CHANGED: WireBreaking, Changed, "let.takes let.is", "The value of a function or constant changed.";
    FUNCTION_EXTENDED: Additive, Changed, "", "A function changed for new values of enums only.";
    MIRROR_CHANGED: Additive, Changed, "*.cpp enum.mirrors", "The mirrored macro or C++ name of an item changed.";
    ITEM_ADDED: Additive, Added, "", "A type, function or constant was added.";
    ITEM_REMOVED: SourceBreaking, Removed, "", "A type, function or constant was removed.";
    ITEM_MOVED: SourceBreaking, Changed, "item.module", "The module of an item changed.";
    ITEM_KIND_CHANGED: WireBreaking, Changed, "item.kind", "The kind of an item changed, such as from a record to one with versions.";
    PART_STAGES_EXTENDED: Additive, Changed, "", "Shaders of a new stage may have a part.";
    PART_ADDED: Additive, Added, "", "A FourCC was added.";
    PART_REMOVED: SourceBreaking, Removed, "", "A FourCC was removed.";
    PART_TYPE_CHANGED: WireBreaking, Changed, "part.type", "The type of a part changed.";
    PART_WRITERS_CHANGED: Additive, Changed, "part.writers part.models", "The writers of a part, or its shader models, changed.";
    PART_RULE_CHANGED: WireBreaking, Changed, "part.begins", "The rule that distinguishes parts with the same FourCC changed.";
    PART_HANDLING_CHANGED: SourceBreaking, Changed, "part.strip part.optional part.stages part.required part.signature part.repeats part.once part.last", "The rules for stripping, requiring, repeating or ordering a part changed.";
}
