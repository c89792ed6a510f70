//! The rules: every way in which two schemas can differ, and what that means to those who use the crate.

/// The promise that a difference breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    /// Programs compile and files are read as before.
    Additive,
    /// Files are read as before; programs may not compile.
    SourceBreaking,
    /// Files are read otherwise, or refused.
    WireBreaking,
}

/// The heading that a difference stands under in the changelog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heading {
    Added,
    Changed,
    Deprecated,
    Removed,
}

/// A rule.
#[derive(Debug)]
pub(super) struct Rule {
    pub(super) name: &'static str,
    pub(super) class: Class,
    pub(super) heading: Heading,
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
    pub(super) const ALL: [Self; 4] = [Self::Added, Self::Changed, Self::Deprecated, Self::Removed];
}

macro_rules! rules {
    ($($name:ident: $class:ident, $heading:ident, $doc:literal;)*) => {
        $(
            pub(super) static $name: Rule = Rule {
                name: stringify!($name),
                class: Class::$class,
                heading: Heading::$heading,
                doc: $doc,
            };
        )*

        /// All rules, in the order of the listing.
        pub(super) static RULES: &[&Rule] = &[$(&$name),*];
    };
}

rules! {
    ENUM_VALUE_ADDED: Additive, Added, "An enum or flags type has another name.";
    ENUM_VALUE_REMOVED: SourceBreaking, Removed, "A name is gone; keep it, with a `source` of its own.";
    ENUM_VALUE_RENAMED: SourceBreaking, Changed, "A number is called otherwise; keep the old name, with the new one as its `value`.";
    ENUM_VALUE_CHANGED: WireBreaking, Changed, "A name has another number.";
    ENUM_PRINTED_NAME_CHANGED: SourceBreaking, Changed, "Another one of a number's names is printed.";
    ENUM_SIZE_CHANGED: WireBreaking, Changed, "Another integer holds an enum or flags.";
    ENUM_COLUMN_ADDED: Additive, Added, "A table has another column.";
    ENUM_COLUMN_REMOVED: SourceBreaking, Removed, "A table has lost a column.";
    ENUM_COLUMN_CHANGED: Additive, Changed, "A column says something else of a value.";
    FIELD_ADDED: Additive, Added, "A record of a fixed size has another field; FIELD_MOVED and RECORD_SIZE_CHANGED tell whether bytes moved.";
    FIELD_ADDED_IN_NEW_VERSION: Additive, Added, "A new version of a record brings a field.";
    FIELD_REMOVED: SourceBreaking, Removed, "A record of a fixed size has lost a field.";
    FIELD_RENAMED: SourceBreaking, Changed, "A field is called otherwise.";
    FIELD_TYPE_CHANGED: SourceBreaking, Changed, "The same bytes are another type.";
    FIELD_SIZE_CHANGED: WireBreaking, Changed, "A field takes more or fewer bytes, or bits.";
    FIELD_MOVED: WireBreaking, Changed, "A field lies elsewhere.";
    FIELD_HIDDEN: SourceBreaking, Removed, "A field has become `reserved`.";
    FIELD_SHOWN: Additive, Added, "A field is not `reserved` any more.";
    FIELD_REFERENCE_CHANGED: SourceBreaking, Changed, "A number refers to something else, or is checked otherwise.";
    FIELD_DEFAULT_CHANGED: Additive, Changed, "A new value holds something else.";
    RECORD_SIZE_CHANGED: WireBreaking, Changed, "A record takes more or fewer bytes.";
    VERSION_ADDED: Additive, Added, "A record has another version.";
    VERSION_REMOVED: SourceBreaking, Removed, "A record has lost a version.";
    SEQUENCE_FIELD_ADDED: WireBreaking, Added, "A struct has another field, or padding.";
    SEQUENCE_FIELD_ADDED_OUT_OF_REACH: Additive, Added, "A struct has another field, which depends on what is new, so that no older file has it.";
    SEQUENCE_FIELD_REMOVED: WireBreaking, Removed, "A struct has lost a field, or padding.";
    FIELD_RULE_CHANGED: WireBreaking, Changed, "The count, the place or another rule of a field says something else.";
    WRITING_CHANGED: Additive, Changed, "What is made anew is laid out otherwise; what was read is not.";
    DOCUMENT_CHANGED: SourceBreaking, Changed, "Documents show something otherwise; those of before may not be read.";
    ARM_ADDED: Additive, Added, "A switch has another arm.";
    ARM_REMOVED: SourceBreaking, Removed, "A switch with a `size` has lost an arm.";
    ARM_CHANGED: WireBreaking, Changed, "An arm holds something else, or other selectors choose it.";
    CHOICE_ARM_REMOVED: WireBreaking, Removed, "A switch has lost an arm: files that choose it are refused.";
    SELECTOR_CHANGED: WireBreaking, Changed, "Something else selects the arm of a switch, or the version of a record.";
    PARAMETERS_CHANGED: SourceBreaking, Changed, "An item takes other arguments.";
    FUNCTION_CHANGED: WireBreaking, Changed, "A function or constant of the schema gives something else.";
    MIRROR_CHANGED: Additive, Changed, "Something mirrors another macro or C++ name, or spells it otherwise.";
    ITEM_ADDED: Additive, Added, "There is another type, function or constant.";
    ITEM_REMOVED: SourceBreaking, Removed, "A type, function or constant is gone.";
    ITEM_MOVED: SourceBreaking, Changed, "An item is in another module.";
    ITEM_KIND_CHANGED: WireBreaking, Changed, "An item is something else, such as a versioned record instead of a record.";
    PART_ADDED: Additive, Added, "A FourCC is known.";
    PART_REMOVED: SourceBreaking, Removed, "A FourCC is not known any more.";
    PART_TYPE_CHANGED: WireBreaking, Changed, "A part holds something else.";
    PART_WRITERS_CHANGED: Additive, Changed, "Others write a part, or for other shader models.";
    PART_TOLD_OTHERWISE: WireBreaking, Changed, "Something else tells a part from others of its FourCC.";
    PART_HANDLING_CHANGED: SourceBreaking, Changed, "A part is stripped for something else, may be repeated or not, or stands elsewhere.";
}
