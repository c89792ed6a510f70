//! The keys of the lines of each command.

use super::Kind::{
    Any, Bool, Flags, Float, List, Map, Number, Object, OneOf, OrNull, Shared, Text, TextOrNumber,
};
use super::{Key, Kind, Schema, key};
use crate::commands::verify;

/// A text or null.
const TEXT: Kind = OrNull(&Text);

/// A number or null.
const NUMBER: Kind = OrNull(&Number);

/// The result for a digest.
const VERDICT: Kind = OneOf(&verify::WORDS);

/// Whether a list is complete.
const CUT: Key = key(
    "cut",
    Bool,
    "Whether items are missing, since the output would exceed its limit",
)
.optional();

/// The keys of each kind of line of a command, besides those of every line.
pub(super) fn lines(schema: Schema) -> &'static [&'static [Key]] {
    match schema {
        Schema::Ls => &[LS],
        Schema::Show => &[SHOW],
        Schema::Dump => &[DUMP],
        Schema::Bindings => &[BINDINGS],
        Schema::Signatures => &[SIGNATURES],
        Schema::Reflect => &[REFLECT, UNKNOWN],
        Schema::Verify => &[VERIFY],
        Schema::Validate | Schema::RootsigCheck => &[VALIDATE],
        Schema::RootsigShow => &[ROOTSIG],
        Schema::Sources => &[SOURCES],
        Schema::Diff => &[DIFFERENCE, INSTRUCTION, ALONE, REST],
        Schema::Scan => &[SCAN],
        Schema::Roundtrip => &[ROUNDTRIP],
    }
}

/// The kinds that the keys of a command share.
pub(super) fn shared(schema: Schema) -> &'static [(&'static str, Kind)] {
    match schema {
        Schema::Reflect => &[("type", Object(TYPE))],
        _ => &[],
    }
}

const LS: &[Key] = &[
    key(
        "in_pdb",
        Bool,
        "Whether the container is inside of a PDB file",
    ),
    key(
        "container",
        Bool,
        "Whether it is a container, not a single part or program",
    ),
    key("size", Number, "The size in bytes"),
    key(
        "target",
        TEXT,
        "The target of the compiler, such as `vs_6_0`",
    ),
    key("digest", TEXT, "The digest in hexadecimal digits"),
    key("verdict", OrNull(&VERDICT), "The result for the digest"),
    key(
        "trailing",
        Number,
        "The number of bytes behind the container",
    ),
    key(
        "parts",
        List(&Object(PART)),
        "The parts in the order of the file",
    ),
];

const PART: &[Key] = &[
    key("fourcc", Text, "The FourCC"),
    key(
        "offset",
        Number,
        "The offset of the part's header in the file",
    ),
    key("size", Number, "The size of its data in bytes"),
    key("is", Text, "Its name"),
    key(
        "read",
        OneOf(&["typed", "bytes", "damaged", "not read"]),
        "How it was decoded: into fields, as bytes, not at all; or not read, since parts overlap too often",
    ),
];

const SHOW: &[Key] = &[key(
    "document",
    Any,
    "The document that `dxobj build` reads, in the shape of LLVM's obj2yaml",
)];

const DUMP: &[Key] = &[
    key("known", Bool, "Whether there is anything to print"),
    key(
        "syntax",
        OrNull(&OneOf(&["dxil", "assembly"])),
        "The language of the text",
    ),
    key("reason", Text, "The reason why there is no text").optional(),
    key(
        "text",
        TEXT,
        "The text that the command prints without `--json`",
    ),
    CUT,
];

const KNOWN: Key = key("known", Bool, "Whether a part stores them");

const BINDINGS: &[Key] = &[
    KNOWN,
    key(
        "bindings",
        List(&Object(BINDING)),
        "The bindings, in the order of DXC",
    ),
    CUT,
];

const BINDING: &[Key] = &[
    key("part", Text, "The part that lists the binding"),
    key("described_by", TEXT, "The part that describes the resource"),
    key("name", TEXT, "The name"),
    key("class", Text, "The class, such as `SRV`"),
    key("letter", Text, "The letter of its registers"),
    key("space", Number, "The register space"),
    key("first", Number, "The first register"),
    key("last", NUMBER, "The last register; null if it is unbounded"),
    key(
        "count",
        NUMBER,
        "The number of registers; null if it is unbounded",
    ),
    key("kind", TEXT, "The kind of the resource"),
    key("counter", OrNull(&Bool), "Whether it has a counter"),
    key("format", Text, "The format, as DXC prints it"),
    key("id", NUMBER, "The number in the shader's list of the class"),
];

const SIGNATURES: &[Key] = &[
    KNOWN,
    key("signatures", List(&Object(SIGNATURE)), "The signatures"),
    CUT,
];

const SIGNATURE: &[Key] = &[
    key("of", Text, "The kind of the signature"),
    key("input", Bool, "Whether its elements are inputs"),
    key("elements", List(&Object(ELEMENT)), "The elements"),
];

const ELEMENT: &[Key] = &[
    key("name", TEXT, "The semantic name"),
    key("index", Number, "The semantic index"),
    key("stream", Number, "The stream of a geometry shader"),
    key("mask", Text, "Its components"),
    key("register", NUMBER, "The register; null if it has none"),
    key("system_value", Text, "The system value"),
    key("format", Text, "The type of a component"),
    key(
        "used",
        Text,
        "The components that the shader reads or writes",
    ),
];

const UNKNOWN: &[Key] = &[key("known", Bool, "Whether a part has reflection data")];

const REFLECT: &[Key] = &[
    key("known", Bool, "Whether a part has reflection data"),
    key("part", Text, "The part with the program"),
    key("stage", Text, "The stage"),
    key("shader_model", Text, "The shader model, such as `6.0`"),
    key("creator", OrNull(&Object(&answer(Text))), "The compiler"),
    key(
        "compile_flags",
        OrNull(&Object(&answer(Flags))),
        "The flags that RDEF stores",
    ),
    key(
        "requires",
        OrNull(&Object(&answer(Object(REQUIREMENTS)))),
        "The requirements",
    ),
    key(
        "description",
        OrNull(&Object(&answer(Object(STAGE)))),
        "The properties of the stage",
    ),
    key(
        "thread_group",
        OrNull(&Object(&answer(List(&Number)))),
        "The sizes of a thread group",
    ),
    key(
        "wave_size",
        OrNull(&Object(&answer(Object(WAVE)))),
        "The wave sizes",
    ),
    key(
        "instructions",
        OrNull(&Object(&answer(Number))),
        "The number of instructions",
    ),
    key(
        "counters",
        OrNull(&Object(&answer(Map(&NUMBER)))),
        "The counts of `D3D12_SHADER_DESC`",
    ),
    key(
        "resources",
        List(&Object(RESOURCE)),
        "As in `D3D12_SHADER_INPUT_BIND_DESC`",
    ),
    key(
        "buffers",
        List(&Object(BUFFER)),
        "Constant buffers, and elements of structured buffers",
    ),
    key(
        "signatures",
        List(&Object(PARAMETERS)),
        "As in `D3D12_SIGNATURE_PARAMETER_DESC`",
    ),
    key(
        "functions",
        List(&Object(FUNCTION)),
        "The functions of a library",
    ),
    CUT,
];

/// An answer, and the part that it comes from.
const fn answer(value: Kind) -> [Key; 2] {
    [
        key("part", Text, "The part that it comes from"),
        key("value", value, "The answer"),
    ]
}

const REQUIREMENTS: &[Key] = &[
    key("features", Flags, "The names of the features"),
    key(
        "early_depth_stencil",
        Bool,
        "Whether depth and stencil are tested early",
    ),
    key("flags", Number, "The result of `GetRequiresFlags`"),
];

const STAGE: &[Key] = &[
    key("input_primitive", Text, "").optional(),
    key("control_points", Number, "").optional(),
    key("tessellator_domain", Text, "").optional(),
    key("hs_partitioning", Text, "").optional(),
    key("hs_output_primitive", Text, "").optional(),
    key("max_tessellation_factor", OrNull(&Float), "").optional(),
    key("gs_output_topology", Text, "").optional(),
    key("gs_max_output_vertex_count", Number, "").optional(),
    key("gs_instance_count", Number, "").optional(),
    key("ms_output_topology", Text, "").optional(),
    key("ms_max_output_vertices", Number, "").optional(),
    key("ms_max_output_primitives", Number, "").optional(),
    key("payload_size", Number, "").optional(),
];

const WAVE: &[Key] = &[
    key("min", Number, ""),
    key("max", Number, ""),
    key("preferred", Number, ""),
];

const RESOURCE: &[Key] = &[
    key("part", Text, "The part that lists it"),
    key("name", TEXT, "The name"),
    key("type", Text, "The type of the input"),
    key("class", Text, "The class, such as `SRV`"),
    key("kind", TEXT, "The kind of the resource"),
    key("dimension", Text, "The dimension"),
    key("format", Text, "The format, as DXC prints it"),
    key(
        "returns",
        OrNull(&List(&TextOrNumber)),
        "The return type and its number of components",
    ),
    key("stride", NUMBER, "The stride of a structured buffer"),
    key("samples", NUMBER, "The number of samples"),
    key(
        "num_samples",
        Number,
        "The number that `D3D12_SHADER_INPUT_BIND_DESC` has",
    ),
    key("flags", Flags, "The flags"),
    key("id", NUMBER, "The number in the shader's list of the class"),
    key("space", Number, "The register space"),
    key("first", Number, "The first register"),
    key(
        "count",
        NUMBER,
        "The number of registers; null if it is unbounded",
    ),
];

const BUFFER: &[Key] = &[
    key("part", Text, "The part that describes it"),
    key("name", Text, "The name"),
    key("type", Text, "The type of the buffer"),
    key("size", Number, "The size in bytes"),
    key("variables", List(&Object(VARIABLE)), "The variables"),
];

const VARIABLE: &[Key] = &[
    key("name", Text, "The name"),
    key("offset", Number, "The offset in the buffer"),
    key("size", Number, "The size in bytes"),
    key("flags", Flags, "The flags"),
    key("type", Shared("type"), "The type"),
    key(
        "default",
        Text,
        "The bytes of its default value in hexadecimal digits",
    )
    .optional(),
];

const TYPE: &[Key] = &[
    key("name", Text, "The name"),
    key("class", Text, "The class"),
    key("component", Text, "The type of a component"),
    key("rows", Number, "The number of rows"),
    key("columns", Number, "The number of columns"),
    key("elements", Number, "The number of elements of an array"),
    key(
        "members",
        List(&Object(MEMBER)),
        "The members of a structure",
    )
    .optional(),
];

const MEMBER: &[Key] = &[
    key("name", Text, "The name"),
    key("offset", Number, "The offset in the structure"),
    key("type", Shared("type"), "The type"),
];

const PARAMETERS: &[Key] = &[
    key("part", Text, "The part with the signature"),
    key("of", Text, "The kind of the signature"),
    key("input", Bool, "Whether its parameters are inputs"),
    key("parameters", List(&Object(PARAMETER)), "The parameters"),
];

const PARAMETER: &[Key] = &[
    key("name", Text, "The semantic name"),
    key("index", Number, "The semantic index"),
    key("register", NUMBER, "The register; null if it has none"),
    key("system_value", Text, "The system value"),
    key("component_type", Text, "The type of a component"),
    key("min_precision", Text, "The minimum precision"),
    key("mask", Number, "The mask of its components"),
    key(
        "read_write_mask",
        Number,
        "The mask of the components that are read, or never written",
    ),
    key("stream", Number, "The stream of a geometry shader"),
];

const FUNCTION: &[Key] = &[
    key("part", Text, "The part that describes it"),
    key("name", Text, "The name"),
    key("unmangled_name", Text, "The name in the source"),
    key("stage", Text, "The stage"),
    key("requires", Object(REQUIREMENTS), "The requirements"),
    key(
        "resources",
        List(&Number),
        "Indices into the resources of the file",
    ),
    key(
        "buffers",
        List(&Number),
        "Indices into the buffers of the file",
    ),
    key(
        "thread_group",
        OrNull(&List(&Number)),
        "The sizes of a thread group",
    ),
    key("payload_size", NUMBER, "The size of the payload in bytes"),
    key(
        "attribute_size",
        NUMBER,
        "The size of the attributes in bytes",
    ),
];

const VERIFY: &[Key] = &[
    key("verdict", VERDICT, "The result for the digest"),
    key(
        "digest",
        Text,
        "The digest of the file in hexadecimal digits",
    ),
    key("computed", TEXT, "The digest of its content, if it differs"),
];

const VALIDATE: &[Key] = &[
    key("findings", List(&Object(FINDING)), "The broken rules"),
    key(
        "truncated",
        List(&Object(TRUNCATED)),
        "The rules with more findings",
    ),
    key("errors", List(&Text), "The checks that could not be made"),
    key(
        "digest",
        VERDICT,
        "The result for the digest, if it was checked",
    )
    .optional(),
    key("unchecked", Text, "The reason why nothing was checked").optional(),
];

const FINDING: &[Key] = &[
    key("rule", Text, "The name of the rule"),
    key("part", TEXT, "The part; null for the container"),
    key("field", Text, "The path of the field"),
    key("at", NUMBER, "The offset in the file"),
    key(
        "against",
        OrNull(&Object(AGAINST)),
        "The place that it was compared with",
    ),
    key("found", Text, "The value"),
    key(
        "message",
        Text,
        "The message that the command prints without `--json`",
    ),
    key("requirement", Text, "The requirement of the rule"),
    key("severity", Text, "The programs that refuse the container"),
    key(
        "since",
        TEXT,
        "The first version of the validator that refuses it",
    ),
    key("source", Text, "The source of the rule"),
];

const AGAINST: &[Key] = &[
    key("part", Text, "The other part"),
    key("field", Text, "The path of its field"),
];

const TRUNCATED: &[Key] = &[
    key("rule", Text, "The name of the rule"),
    key("count", Number, "The number of findings that are left out"),
];

const ROOTSIG: &[Key] = &[
    key(
        "root_signatures",
        List(&Object(ROOT_SIGNATURE)),
        "The root signatures",
    ),
    key(
        "errors",
        List(&Text),
        "The root signatures and values that are invalid",
    ),
];

const ROOT_SIGNATURE: &[Key] = &[
    key("name", TEXT, "The macro, function or subobject"),
    key("kind", TEXT, "The owner of the name"),
    key("line", NUMBER, "The line in HLSL, from 1"),
    key("version", Text, "The version, such as `1.1`"),
    key("hlsl", Text, "The root signature string"),
    key("file", Text, "The included file that it is in").optional(),
    key(
        "shared_with",
        List(&Text),
        "Further names of the root signature",
    )
    .optional(),
];

const SOURCES: &[Key] = &[
    key("known", Bool, "Whether there are embedded sources"),
    key(
        "arguments",
        List(&Object(ARGUMENT)),
        "The arguments of the compiler",
    ),
    key("files", List(&Object(SOURCE)), "The sources"),
];

const ARGUMENT: &[Key] = &[
    key("name", Text, "The name of the argument"),
    key("value", TEXT, "Its value"),
];

const SOURCE: &[Key] = &[
    key("name", Text, "The name of the source"),
    key("text", Text, "Its text"),
    key("extracted", Text, "The file that it was written to").optional(),
];

const DIFFERENCE: &[Key] = &[
    key("part", TEXT, "The part; null for the container"),
    key("field", Text, "The path of the field"),
    key(
        "old",
        TEXT,
        "The value in the old file; null if it is only in the new one",
    ),
    key(
        "new",
        TEXT,
        "The value in the new file; null if it is only in the old one",
    ),
];

const INSTRUCTION: &[Key] = &[
    key("part", Text, "The part with the program"),
    key("function", TEXT, "The function"),
    key("old", TEXT, "The instruction in the old file"),
    key("new", TEXT, "The instruction in the new file"),
    key(
        "uses",
        List(&Object(USE)),
        "Instructions that differ only because they use it",
    )
    .optional(),
];

const USE: &[Key] = &[
    key("instruction", Text, "The instruction"),
    key("old", Text, "The value that it uses in the old file"),
    key("new", Text, "The value that it uses in the new file"),
];

const ALONE: &[Key] = &[key(
    "only_in",
    OneOf(&["old", "new"]),
    "The folder that has the file",
)];

const REST: &[Key] = &[key(
    "cut",
    Bool,
    "Whether differences are missing, since the output would exceed its limit",
)];

const SCAN: &[Key] = &[key(
    "containers",
    List(&Object(FOUND)),
    "The containers in the file",
)];

const FOUND: &[Key] = &[
    key(
        "offset",
        NUMBER,
        "The offset; null in a PDB file, whose pages are in any order",
    ),
    key("place", Text, "The place in words"),
    key("size", Number, "The size in bytes"),
    key(
        "target",
        TEXT,
        "The target of the compiler, such as `vs_6_0`",
    ),
    key("verdict", VERDICT, "The result for the digest"),
    key("parts", List(&Text), "The FourCCs of the parts"),
    key("extracted", TEXT, "The file that it was written to"),
];

const ROUNDTRIP: &[Key] = &[
    key(
        "equal",
        Bool,
        "Whether the bytes that were written equal those of the file",
    ),
    key(
        "differs_at",
        NUMBER,
        "The offset of the first byte that differs",
    ),
];
