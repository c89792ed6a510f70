//! The words of the schema language, declared once: the loader, the JSON Schema and the reference all read this table.

/// What a key's value may be.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value {
    /// A sentence or more for people; not empty.
    Doc,
    /// A text that is taken as it is; not empty.
    Text,
    /// The same; an empty one says that there is none.
    TextOrNone,
    /// A name: letters, digits and `_`, not beginning with a digit.
    Name,
    /// A type, perhaps with arguments: `u32`, `[u8; 16]`, `Element(layout)`.
    Type,
    /// An expression, or a number.
    Expression,
    /// A whole number.
    Integer,
    /// `true` or `false`.
    Truth,
    /// One of these texts.
    OneOf(&'static [&'static str]),
    /// A text, or several.
    Texts,
    /// `name: type`, several times.
    Parameters,
    /// Entries: keys that are names, the comment above each as its doc.
    Entries(&'static Shape),
    /// The same, a table for each version: `[versioned.Name.v0]`.
    Versions(&'static Shape),
    /// A value for each version: `v0 = ".."`.
    OfVersions,
}

/// A key of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key {
    pub(crate) name: &'static str,
    pub(crate) value: Value,
    pub(crate) required: bool,
    /// A text that stands in for a value that is wrong, so that the rest can be looked at.
    pub(crate) stand_in: Option<&'static str>,
    pub(crate) doc: &'static str,
}

/// The keys that a table may have.
#[derive(Debug)]
pub(crate) struct Shape {
    /// What the table is, for messages.
    pub(crate) name: &'static str,
    pub(crate) keys: &'static [Key],
    /// Of entries: the key whose value may stand there alone, `name = "u32"`.
    pub(crate) main: Option<&'static str>,
    /// Whether further keys are columns of an enum table.
    pub(crate) columns: bool,
    pub(crate) needs: Needs,
}

impl Shape {
    /// The key with this name.
    pub(crate) fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// Whether a type may begin with `reserved`: that of a field of a record, or of bits.
    pub(crate) fn may_be_reserved(&self) -> bool {
        matches!(self.needs, Needs::RecordField) || self.main == Some("bits")
    }
}

/// What a table needs beside its required keys.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Needs {
    Nothing,
    /// `source`, or `mirrors`.
    Source,
    /// The same, and `values`, or `values_of`.
    Values,
    /// `value`, or `bit`.
    Number,
    /// A name and a `type`, unless it is padding.
    Field,
    /// A `type` and a doc, here or in an earlier version.
    RecordField,
}

/// The key that declares the columns of an enum.
pub(crate) const COLUMNS: &str = "columns";

/// The key that stands for the versions of a record: the first of them.
pub(crate) const VERSIONS: &str = "v0";

/// A kind of item: `[kind.Name]`.
#[derive(Debug)]
pub(crate) struct Kind {
    pub(crate) shape: Shape,
    pub(crate) doc: &'static str,
    /// An item of our own schemas that shows the kind.
    pub(crate) example: &'static str,
}

const fn must(name: &'static str, value: Value, doc: &'static str) -> Key {
    Key {
        name,
        value,
        required: true,
        stand_in: None,
        doc,
    }
}

const fn may(name: &'static str, value: Value, doc: &'static str) -> Key {
    Key {
        name,
        value,
        required: false,
        stand_in: None,
        doc,
    }
}

const DOC: Key = must("doc", Value::Doc, "What it is, for people.");
const SOURCE: Key = must("source", Value::Doc, "Where the fact is known from.");
const CPP: Key = may(
    "cpp",
    Value::Text,
    "The C++ type of LLVM's headers that it mirrors.",
);
const ENUM_CPP: Key = may(
    "cpp",
    Value::TextOrNone,
    "The C++ enum of LLVM's headers that it mirrors; of each value, the name is the enumerator's. Of what `mirrors` a \
     macro: `llvm::dxbc::` and its name, if left out; none, if empty.",
);
const ENUM_SOURCE: Key = may(
    "source",
    Value::Doc,
    "Where the fact is known from; the macro that it `mirrors`, if left out.",
);
const FIELD_CPP: Key = may(
    "cpp",
    Value::TextOrNone,
    "The member of that C++ type that it mirrors, or a member of a member: `Version.Major`; its name in camel case, if left \
     out; none, if empty.",
);
const TYPE: Key = must("type", Value::Type, "The type.");
const INTEGER: Key = must(
    "type",
    Value::OneOf(&["u8", "u16", "u32", "u64"]),
    "The integer that holds it.",
);
/// Of a type that is not known, all values are looked at that any integer has.
const INTEGER_OF_VALUES: Key = Key {
    stand_in: Some("u64"),
    ..INTEGER
};
const DEFAULT: Key = may(
    "default",
    Value::Expression,
    "What a new value holds, and a document that leaves it out: a number, of packed bits that of all together, or a name of \
     the enum. 0, if left out; flags are not set.",
);
const YAML: Key = may(
    "yaml",
    Value::Name,
    "Its key in documents; its name in camel case, if left out.",
);
const FLATTEN: Key = may(
    "flatten",
    Value::Truth,
    "Documents show what is in it where it stands itself, not below a key.",
);
const SHOW: Key = may(
    "show",
    Value::OneOf(&["set", "number", "signed", "text", "always", "ours", "never"]),
    "How documents show it: of flags only those that are `set`; an enum as a `number`; an integer as a `signed` one; bytes as `text`; \
     a computed number `always`, though it may not be there; as `ours`, if LLVM has no key for it; `never`, if something else tells it.",
);
const COLUMN_OF_KEYS: Key = may(
    "yaml",
    Value::Name,
    "The column that has the names of documents, where a value has one there.",
);
const TAKES: Key = may(
    "takes",
    Value::Parameters,
    "What it takes from whoever holds it; given as `Name(..)` where it is a type.",
);

const DEPRECATED: Key = may(
    "deprecated",
    Value::Doc,
    "Why it is not to be used any more, such as that the mirrored macro has lost it; the constant stays.",
);

static COLUMN: Shape = Shape {
    name: "column",
    main: Some("type"),
    columns: false,
    needs: Needs::Nothing,
    keys: &[must(
        "type",
        Value::Type,
        "What the column holds: `i32`; `str`; an enum or flags, of whose names it holds one, or none if empty; or a \
             list, `[str]` or `[Enum]`.",
    )],
};

static ENUM_VALUE: Shape = Shape {
    name: "value",
    main: Some("value"),
    columns: true,
    needs: Needs::Nothing,
    keys: &[
        must("value", Value::Integer, "The number."),
        may(
            "alias",
            Value::Truth,
            "An earlier name has the same number.",
        ),
        may(
            "source",
            Value::Doc,
            "Where the value is known from, if it is not in the mirrored macro.",
        ),
        DEPRECATED,
    ],
};

pub(crate) static FLAG_VALUE: Shape = Shape {
    name: "flag",
    main: Some("value"),
    columns: true,
    needs: Needs::Number,
    keys: &[
        may(
            "bit",
            Value::Integer,
            "The bit's number; either this or `value`.",
        ),
        may(
            "value",
            Value::Integer,
            "The bits as a mask; either this or `bit`.",
        ),
        may("alias", Value::Truth, "An earlier name has the same bits."),
        may(
            "source",
            Value::Doc,
            "Where the flag is known from, if it is not in the mirrored macro.",
        ),
        DEPRECATED,
    ],
};

static BIT_FIELD: Shape = Shape {
    name: "bit field",
    main: Some("bits"),
    columns: false,
    needs: Needs::Nothing,
    keys: &[
        must(
            "bits",
            Value::Integer,
            "How many bits it has; the first field has the lowest.",
        ),
        may(
            "type",
            Value::Type,
            "The type; the smallest integer that fits, if left out.",
        ),
        may(
            "cpp",
            Value::Text,
            "The member that it mirrors, of the C++ type that holds the integer. Neighbours may share one.",
        ),
        YAML,
        SHOW,
    ],
};

static RECORD_FIELD: Shape = Shape {
    name: "field",
    main: Some("type"),
    columns: false,
    needs: Needs::RecordField,
    keys: &[
        may(
            "type",
            Value::Type,
            "The type. A version by value may leave it and everything else out, if an earlier one has the field.",
        ),
        may(
            "is",
            Value::Expression,
            "The FourCC that it must be, such as `'\"DXBC\"'` or a `let`, such as `MAGIC()`: a new value holds it, and whoever reads or writes the record \
             refuses any other. Nothing else holds such a record.",
        ),
        DEFAULT,
        FIELD_CPP,
        YAML,
        FLATTEN,
        SHOW,
    ],
};

static SEQUENCE_FIELD: Shape = Shape {
    name: "field",
    main: Some("type"),
    columns: false,
    needs: Needs::Field,
    keys: &[
        may("type", Value::Type, "The type; padding has none."),
        may(
            "kept",
            Value::Truth,
            "Of a number that another field names as its `count`, `size`, `stride` or `at`: it is a field of the value, and not computed.",
        ),
        may(
            "is",
            Value::Expression,
            "What it must equal: checked on reading, computed on writing, and no field of the value. A number that another field \
             names alone as its `count`, `size`, `stride` or `at` is computed without it. Bytes are in quotes of their own: \
             `is = '\"RIFF\"'`.",
        ),
        may(
            "usual",
            Value::Expression,
            "What it equals unless the value says otherwise; whatever was read is kept.",
        ),
        DEFAULT,
        may(
            "count",
            Value::Expression,
            "How many records or structures, or bytes of `bytes` and `strings`; `\"..\"` for all that are left.",
        ),
        may(
            "each",
            Value::Text,
            "Several runs in one, as in `stream in 0..4`: `count` is that of each.",
        ),
        may(
            "unknown",
            Value::Truth,
            "Of `bytes`: nobody knows what they are. A newer version may keep there what names entries of tables.",
        ),
        may(
            "named",
            Value::Texts,
            "Of `strings` that no record names: what they are, one behind the other. The last ones may be missing.",
        ),
        may(
            "stride",
            Value::Expression,
            "How many bytes each record takes.",
        ),
        may(
            "size",
            Value::Expression,
            "How many bytes a record of several versions takes, or a structure; `\"..\"` for all that are left. A field that tells it \
             is computed: `size_of(field)`.",
        ),
        may(
            "at",
            Value::Expression,
            "Where it lies, from the start of the part: a field that is computed, as `at(field)`; or from another field, as in \
             `at(header) + offset`.",
        ),
        may(
            "align",
            Value::Integer,
            "Padding up to a multiple of this many bytes; needs no other key. Of what `at` places, or of a pool: where a new \
             layout places it.",
        ),
        may(
            "fill",
            Value::Integer,
            "With `align`: the byte that writing pads with; 0, if left out.",
        ),
        may("if", Value::Expression, "Whether it is there."),
        may(
            "known",
            Value::Name,
            "Of a record: it is there if this field of it, an enum, has a known value.",
        ),
        may(
            "null",
            Value::Integer,
            "Of placed `bytes` and structures: the offset that stands for none.",
        ),
        may(
            "pool",
            Value::Truth,
            "It holds what numbers name by its place (`row(..)`): each once, wherever it lies.",
        ),
        may(
            "near",
            Value::Truth,
            "Of a `pool`: a new layout has a structure behind what is placed by who names it first, and what it places itself before it; left out, all behind one another.",
        ),
        FIELD_CPP,
        YAML,
        FLATTEN,
        SHOW,
        may(
            "version",
            Value::Name,
            "The key in documents of the version that the record is in.",
        ),
        may(
            "ours",
            Value::Expression,
            "Whether LLVM's documents have no key for it: then it stands in the rest.",
        ),
    ],
};

static VERSION: Shape = Shape {
    name: "version",
    main: None,
    columns: false,
    needs: Needs::Nothing,
    keys: &[
        may("when", Value::Expression, "By value: the condition."),
        CPP,
        must("fields", Value::Entries(&RECORD_FIELD), "The fields."),
    ],
};

static ARM: Shape = Shape {
    name: "arm",
    main: None,
    columns: false,
    needs: Needs::Nothing,
    keys: &[
        must(
            "when",
            Value::Texts,
            "The selectors that choose the reading.",
        ),
        TYPE,
        FIELD_CPP,
        YAML,
        FLATTEN,
    ],
};

static CHOICE_ARM: Shape = Shape {
    name: "arm",
    main: None,
    columns: false,
    needs: Needs::Nothing,
    keys: &[
        must(
            "when",
            Value::Texts,
            "The selectors that choose the content.",
        ),
        must(
            "type",
            Value::Type,
            "The content: a record, or a sequence, perhaps with arguments.",
        ),
        YAML,
        FLATTEN,
    ],
};

/// The kinds of items, in the order of the reference.
pub(crate) static KINDS: &[Kind] = &[
    Kind {
        doc: "Named values of an integer. Open: any value is read, kept and written. Names keep the upstream spelling, \
              the order is upstream's, and the first name of a value is the one that is printed.",
        example: "Compression",
        shape: Shape {
            name: "enum",
            main: None,
            columns: false,
            needs: Needs::Values,
            keys: &[
                DOC,
                ENUM_SOURCE,
                may(
                    "mirrors",
                    Value::Text,
                    "The X-macro of `DXContainerConstants.def`, its parameters named by our keys.",
                ),
                ENUM_CPP,
                COLUMN_OF_KEYS,
                INTEGER_OF_VALUES,
                may(
                    "values_of",
                    Value::Name,
                    "The narrower enum that has the same values, instead of `values`.",
                ),
                may(
                    COLUMNS,
                    Value::Entries(&COLUMN),
                    "What else the table says of each value; a key of that name there. A value may leave out what the mirrored \
                     macro does not have.",
                ),
                may("values", Value::Entries(&ENUM_VALUE), "The values."),
            ],
        },
    },
    Kind {
        doc: "Named bits of an integer. Unknown bits are kept.",
        example: "ResourceFlags",
        shape: Shape {
            name: "flags",
            main: None,
            columns: false,
            needs: Needs::Source,
            keys: &[
                DOC,
                ENUM_SOURCE,
                may(
                    "mirrors",
                    Value::Text,
                    "The X-macro of `DXContainerConstants.def`, its parameters named by our keys.",
                ),
                ENUM_CPP,
                COLUMN_OF_KEYS,
                INTEGER_OF_VALUES,
                may(
                    COLUMNS,
                    Value::Entries(&COLUMN),
                    "What else the table says of each flag; a key of that name there. A flag may leave out what the mirrored \
                     macro does not have.",
                ),
                must("values", Value::Entries(&FLAG_VALUE), "The flags."),
            ],
        },
    },
    Kind {
        doc: "Fields packed into an integer, the lowest first. They fill it.",
        example: "GridComponent",
        shape: Shape {
            name: "bits",
            main: None,
            columns: false,
            needs: Needs::Nothing,
            keys: &[
                DOC,
                SOURCE,
                INTEGER,
                must("fields", Value::Entries(&BIT_FIELD), "The fields."),
            ],
        },
    },
    Kind {
        doc: "Fields of a fixed size one behind the other.",
        example: "AmplificationInfo",
        shape: Shape {
            name: "record",
            main: None,
            columns: false,
            needs: Needs::Nothing,
            keys: &[
                DOC,
                SOURCE,
                CPP,
                must("fields", Value::Entries(&RECORD_FIELD), "The fields."),
            ],
        },
    },
    Kind {
        doc: "A record of several versions. By size, each version appends fields, and the size in the file selects the version; \
              a longer record keeps its tail. By value, each version has a condition (`when`) on what the record takes, and \
              lists all its fields; the last version is used where no condition holds.",
        example: "RootDescriptor",
        shape: Shape {
            name: "versioned",
            main: None,
            columns: false,
            needs: Needs::Nothing,
            keys: &[
                DOC,
                SOURCE,
                TAKES,
                may(
                    "when",
                    Value::OfVersions,
                    "By value: the condition of each version on what the record takes, as `when.v0`.",
                ),
                may(
                    "cpp",
                    Value::OfVersions,
                    "The C++ type that a version mirrors, as `cpp.v0`: by size, with the fields of all earlier versions.",
                ),
                must(
                    VERSIONS,
                    Value::Versions(&VERSION),
                    "`v0`, `v1` and so on, the oldest first. By size: the fields that each appends. By value: all its fields; \
                     `name = {}` is one of an earlier version.",
                ),
            ],
        },
    },
    Kind {
        doc: "Several readings of the same bytes, which are kept. Selectors may have no arm. Documents show the fields of an arm \
              that is a record in place of the union.",
        example: "ExtraInfo",
        shape: Shape {
            name: "union",
            main: None,
            columns: false,
            needs: Needs::Nothing,
            keys: &[
                DOC,
                SOURCE,
                CPP,
                must("size", Value::Integer, "How many bytes there are."),
                must("by", Value::Name, "The enum that selects the reading."),
                must(
                    "select",
                    Value::Name,
                    "The field, beside the union, that holds the selector.",
                ),
                must("arms", Value::Entries(&ARM), "The readings."),
            ],
        },
    },
    Kind {
        doc: "Content of varying size, which an argument selects. `bytes` and `strings` extend to the `size` of the field.",
        example: "RootPayload",
        shape: Shape {
            name: "choice",
            main: None,
            columns: false,
            needs: Needs::Nothing,
            keys: &[
                DOC,
                SOURCE,
                must(
                    "takes",
                    Value::Parameters,
                    "What it takes from whoever holds it, the selector first.",
                ),
                must(
                    "by",
                    Value::Name,
                    "The argument that selects: the first one, an enum.",
                ),
                may(
                    "otherwise",
                    Value::OneOf(&["bytes"]),
                    "What a selector without an arm chooses; it is refused, if left out.",
                ),
                must("arms", Value::Entries(&CHOICE_ARM), "The contents."),
            ],
        },
    },
    Kind {
        doc: "Fields that others may count, place or compute. The type of a part is a sequence.",
        example: "DescriptorTable",
        shape: Shape {
            name: "sequence",
            main: None,
            columns: false,
            needs: Needs::Nothing,
            keys: &[
                DOC,
                SOURCE,
                CPP,
                may(
                    "yaml",
                    Value::Name,
                    "Of a part: the key in documents that it stands below; its name, if left out.",
                ),
                may(
                    "flatten",
                    Value::Truth,
                    "Of a part: documents show its fields beside the part's own name, not below a key.",
                ),
                TAKES,
                may(
                    "follows",
                    Value::Name,
                    "The record, of versions by size, whose version the whole is said to have.",
                ),
                must(
                    "fields",
                    Value::Entries(&SEQUENCE_FIELD),
                    "The fields, in the order of the file.",
                ),
            ],
        },
    },
    Kind {
        doc: "A named function of expressions; a constant, if it takes nothing: of 32 bits, if the number fits.",
        example: "MAX_FILE_SIZE",
        shape: Shape {
            name: "let",
            main: None,
            columns: false,
            needs: Needs::Nothing,
            keys: &[
                DOC,
                SOURCE,
                may("args", Value::Texts, "The names of what it takes: numbers."),
                must("is", Value::Expression, "What it gives."),
            ],
        },
    },
];

/// `[[part]]`.
pub(crate) static PART: Kind = Kind {
    doc: "Binds FourCCs to a type. Without a type, the part is kept as raw bytes. Several parts may have one FourCC: all but \
          the last have `begins`, or a type with a magic number (a first field that is a FourCC with `is`).",
    example: "OSG5",
    shape: Shape {
        name: "part",
        main: None,
        columns: false,
        needs: Needs::Nothing,
        keys: &[
            must(
                "fourcc",
                Value::Texts,
                "The FourCCs. Of one that begins with a digit, the constant begins with `PART_`.",
            ),
            may("type", Value::Type, "A sequence, perhaps with arguments."),
            may(
                "name",
                Value::Doc,
                "What it is called, in a few words; the FourCC, if left out.",
            ),
            may("writers", Value::Texts, "Who writes such parts."),
            may(
                "models",
                Value::Doc,
                "The shader models whose containers have it.",
            ),
            may(
                "strip",
                Value::OneOf(&["debug", "reflection"]),
                "A shader runs without it: what it is for, so that it can be stripped.",
            ),
            may("repeats", Value::Truth, "A container may hold several."),
            may("last", Value::Truth, "It stands behind all other parts."),
            may(
                "begins",
                Value::Text,
                "What its data begins with, which tells it from other parts of the FourCC.",
            ),
            may(
                "llvm",
                Value::Truth,
                "LLVM 22's documents tell what it holds, so that the first document does, too.",
            ),
            DOC,
            SOURCE,
        ],
    },
};

/// The keys of a file itself.
pub(crate) static FILE: Shape = Shape {
    name: "schema file",
    main: None,
    columns: false,
    needs: Needs::Nothing,
    keys: &[
        must(
            "doc",
            Value::Doc,
            "What the file describes: the first line of the generated module.",
        ),
        may(
            "feature",
            Value::Text,
            "The cargo feature that the generated module belongs to; nothing outside of such files may use its items.",
        ),
    ],
};

/// The kind with this name.
pub(crate) fn kind(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.shape.name == name)
}
