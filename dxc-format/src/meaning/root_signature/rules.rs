//! The rules that root signatures keep.

use crate::meaning::finding::Rule;

const VALIDATOR: &str = "DXC DxilRootSignatureValidator.cpp, `VerifyRootSignature`";
const TABLE: &str = "DXC DxilRootSignatureValidator.cpp, `DescriptorTableVerifier::Verify`";
const REGISTERS: &str = "DXC DxilRootSignatureValidator.cpp, `AddRegisterRange`";
const SAMPLER: &str = "DXC DxilRootSignatureValidator.cpp, `StaticSamplerVerifier::Verify`";
const SHADER: &str = "DXC DxilRootSignatureValidator.cpp, `VerifyShader`";
const LAYOUT: &str = "LLVM DXContainer.h, `dxbc::RTS0`";
const CONVERSION: &str =
    "Direct3D 12 documentation, `GetRootSignatureDescAtVersion`; DXC DxilRootSignatureConvert.cpp";

macro_rules! rules {
    ($($constant:ident = $name:literal, $demands:literal, $broken:literal, $source:expr;)*) => {
        $(
            #[doc = concat!("`", $name, "`: ", $demands, ".")]
            pub static $constant: Rule = Rule::new($name, $demands, $source).broken($broken);
        )*

        /// Every rule of this module, in its order.
        pub static ALL: &[&Rule] = &[$(&$constant),*];
    };
}

rules! {
    // A root signature as a whole.
    VERSION = "version", "the version is one that there is",
        "{} is no version of root signatures", "LLVM DXContainer.h, `RootSignatureVersion`";
    ROOT_FLAGS = "root-flags", "only bits that have a meaning are set",
        "{} has bits without a meaning", VALIDATOR;
    ROOT_COST = "root-cost", "parameters cost no more words together than `MAX_ROOT_COST`, but for those of a local root signature",
        "the parameters cost {}",
        "Direct3D 12, `D3D12_MAX_ROOT_COST`; Direct3D 12 documentation, Root Signature Limits";
    FIELD_OF_LATER_VERSION = "field-of-later-version", "a field that the version lacks is empty",
        "the field is set, which version {} does not have", LAYOUT;
    FLAGS_TOGETHER = "flags-together", "flags that exclude one another are not set together",
        "{} has flags that exclude one another", LAYOUT;

    // Parameters.
    PARAMETER_TYPE = "parameter-type", "the type of a parameter is one that there is",
        "{} is no type of root parameters", VALIDATOR;
    PARAMETER_PAYLOAD = "parameter-payload", "what a parameter holds is what its type says",
        "the payload is not what a parameter of type {} holds", VALIDATOR;
    VISIBILITY = "visibility", "a parameter or sampler is seen by all stages or by one that there is",
        "{} is no shader visibility", VALIDATOR;
    DESCRIPTOR_FLAGS = "descriptor-flags", "only bits that have a meaning are set",
        "{} has bits without a meaning", VALIDATOR;
    DESCRIPTOR_DATA_FLAGS = "descriptor-data-flags", "at most one DATA_* flag is set",
        "{} has more than one DATA_* flag", VALIDATOR;

    // Descriptor tables.
    RANGE_TYPE = "range-type", "the type of a range is one that there is",
        "{} is no type of descriptor ranges", TABLE;
    RANGE_MIXED = "range-mixed", "the descriptors of a table lie in one type of heap",
        "the table holds {}", TABLE;
    RANGE_EMPTY = "range-empty", "a range holds at least one descriptor",
        "the range holds no descriptor", TABLE;
    RANGE_BEHIND_UNBOUNDED = "range-behind-unbounded", "nothing is appended to a table that has no end",
        "the range is appended to a table that has no end", TABLE;
    RANGE_REGISTERS = "range-registers", "the last register has at most 32 bits",
        "{} go beyond the last register", TABLE;
    RANGE_OFFSETS = "range-offsets", "the last descriptor's offset has at most 32 bits",
        "{} go beyond the last offset of a table", TABLE;
    RANGE_FLAGS = "range-flags", "only bits that have a meaning are set",
        "{} has bits without a meaning", VALIDATOR;
    RANGE_SAMPLER_DATA = "range-sampler-data", "samplers have no data, so no DATA_* flag is set",
        "{} has a DATA_* flag, and samplers have no data", VALIDATOR;
    RANGE_DATA_FLAGS = "range-data-flags", "at most one DATA_* flag is set",
        "{} has more than one DATA_* flag", VALIDATOR;
    RANGE_STATIC_DATA = "range-static-data", "data is not static where descriptors are volatile",
        "{} says that data is static where descriptors are volatile", VALIDATOR;
    RANGE_DESCRIPTORS_FLAGS = "range-descriptors-flags", "at most one DESCRIPTORS_* flag is set",
        "{} has more than one DESCRIPTORS_* flag",
        "LLVM RootSignatureValidations.cpp, `verifyDescriptorRangeFlag`";

    // Registers.
    RESERVED_SPACE = "reserved-space", "register spaces from `FIRST_RESERVED_SPACE` on are the system's",
        "register space {}", REGISTERS;
    REGISTER_OVERLAP = "register-overlap", "no stage sees a register twice",
        "a stage sees registers twice: {}", REGISTERS;

    // Static samplers.
    SAMPLER_FILTER = "sampler-filter", "the filter is one that there is",
        "{} is no filter", SAMPLER;
    SAMPLER_ADDRESS = "sampler-address", "the address mode is one that there is",
        "{} is no address mode", SAMPLER;
    SAMPLER_MIP_LOD_BIAS = "sampler-mip-lod-bias", "the bias is within the bounds that `Argument` of `hlsl` tells",
        "the mip LOD bias {}", SAMPLER;
    SAMPLER_ANISOTROPY = "sampler-anisotropy", "anisotropy is within the bounds that `Argument` of `hlsl` tells",
        "the maximum anisotropy {}", SAMPLER;
    SAMPLER_COMPARISON = "sampler-comparison", "a comparison filter has a comparison",
        "{} is no comparison function, and the filter compares", SAMPLER;
    SAMPLER_BORDER_COLOR = "sampler-border-color", "the border color is one that there is",
        "{} is no border color",
        "LLVM DXContainer.h, `dxbc::isValidBorderColor`";
    SAMPLER_LOD = "sampler-lod", "a level of detail is a number",
        "{} is no number", SAMPLER;
    SAMPLER_FLAGS = "sampler-flags", "only bits that have a meaning are set",
        "{} has bits without a meaning",
        "LLVM DXContainer.h, `dxbc::isValidStaticSamplerFlags`";
    SAMPLER_FIELD = "sampler-field", "any other field has a value that there is",
        "the sampler cannot have {}", SAMPLER;

    // A shader that uses it.
    RESOURCE_NOT_BOUND = "resource-not-bound",
        "the root signature has a range that the stage sees and that holds all registers of the resource",
        "no range of the root signature that the stage sees holds all registers of {}", SHADER;
    ROOT_DESCRIPTOR_VIEW = "root-descriptor-view",
        "a root descriptor is a raw or structured buffer, without a counter",
        "{} cannot be a root descriptor, which is a raw or structured buffer without a counter", SHADER;
    STAGE_DENIED = "stage-denied", "a stage that has resources is not denied access",
        "{} denies access to the stage, which has resources", SHADER;
    INPUT_LAYOUT = "input-layout",
        "a stage that has inputs has the flag that its inputs need",
        "inputs of the stage need {}", "Direct3D 12, `D3D12_ROOT_SIGNATURE_FLAGS`";

    // Conversion to another version.
    PROMISE_DROPPED = "promise-dropped", "in version 1.0 all descriptors and data are volatile",
        "{} is dropped: in version 1.0 all descriptors and data are volatile", CONVERSION;
    BORDER_FLAG_DROPPED = "border-flag-dropped",
        "before version 1.2 the border color alone says that it holds integers",
        "{} is dropped: before version 1.2 the border color alone says that it holds integers",
        "DirectX-Headers d3dx12_root_signature.h, `D3DX12SerializeVersionedRootSignature`";
    NOT_EXPRESSIBLE = "not-expressible", "the version has no field for it, and dropping it changes the meaning",
        "the version has no field for {}, and dropping it changes the meaning",
        CONVERSION;
}
