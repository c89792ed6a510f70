//! The rules that root signatures keep.

use crate::finding::Rule;

const VALIDATOR: &str = "DXC DxilRootSignatureValidator.cpp, `VerifyRootSignature`";
const TABLE: &str = "DXC DxilRootSignatureValidator.cpp, `DescriptorTableVerifier::Verify`";
const REGISTERS: &str = "DXC DxilRootSignatureValidator.cpp, `AddRegisterRange`";
const SAMPLER: &str = "DXC DxilRootSignatureValidator.cpp, `StaticSamplerVerifier::Verify`";
const SHADER: &str = "DXC DxilRootSignatureValidator.cpp, `VerifyShader`";
const LAYOUT: &str = "LLVM DXContainer.h, `dxbc::RTS0`";
const CONVERSION: &str =
    "Direct3D 12 documentation, `GetRootSignatureDescAtVersion`; DXC DxilRootSignatureConvert.cpp";

macro_rules! rules {
    ($($constant:ident = $name:literal, $requirement:literal, $message:literal, $source:expr;)*) => {
        $(
            #[doc = concat!("`", $name, "`: ", $requirement, ".")]
            pub static $constant: Rule = Rule::new($name, $requirement, $source).message($message);
        )*

        /// Every rule of this module, in its order.
        pub static ALL: &[&Rule] = &[$(&$constant),*];
    };
}

rules! {
    // Rules for a root signature as a whole.
    VERSION = "version", "the version is known",
        "{} is not a version of root signatures", "LLVM DXContainer.h, `RootSignatureVersion`";
    ROOT_FLAGS = "root-flags", "only known bits are set",
        "{} has unknown bits", VALIDATOR;
    ROOT_COST = "root-cost", "parameters together cost at most `MAX_ROOT_COST` words, except in a local root signature",
        "the parameters cost {}",
        "Direct3D 12, `D3D12_MAX_ROOT_COST`; Direct3D 12 documentation, Root Signature Limits";
    FIELD_OF_LATER_VERSION = "field-of-later-version", "a field that the version lacks is empty",
        "the field is set, but version {} does not have it", LAYOUT;
    FLAGS_TOGETHER = "flags-together", "flags that exclude one another are not set together",
        "{} has flags that exclude one another", LAYOUT;

    // Rules for parameters.
    PARAMETER_TYPE = "parameter-type", "the type of a parameter is known",
        "{} is not a type of root parameters", VALIDATOR;
    TYPE_OF_LATER_VERSION = "type-of-later-version", "the version has the types of all parameters",
        "{} does not exist", LAYOUT;
    PARAMETER_PAYLOAD = "parameter-payload", "the payload of a parameter matches its type",
        "the payload does not match the type {}", VALIDATOR;
    VISIBILITY = "visibility", "a parameter or sampler is visible to all stages or to a known one",
        "{} is not a shader visibility", VALIDATOR;
    DESCRIPTOR_FLAGS = "descriptor-flags", "only known bits are set",
        "{} has unknown bits", VALIDATOR;
    DESCRIPTOR_DATA_FLAGS = "descriptor-data-flags", "at most one DATA_* flag is set",
        "{} has more than one DATA_* flag", VALIDATOR;

    // Rules for descriptor tables.
    RANGE_TYPE = "range-type", "the type of a range is known",
        "{} is not a type of descriptor ranges", TABLE;
    RANGE_MIXED = "range-mixed", "the descriptors of a table are in one type of heap",
        "the table contains {}", TABLE;
    RANGE_EMPTY = "range-empty", "a range has at least one descriptor",
        "the range has no descriptors", TABLE;
    RANGE_BEHIND_UNBOUNDED = "range-behind-unbounded", "nothing is appended to an unbounded table",
        "the range is appended to an unbounded table", TABLE;
    RANGE_REGISTERS = "range-registers", "the last register has at most 32 bits",
        "{} exceed the last register", TABLE;
    RANGE_OFFSETS = "range-offsets", "the last descriptor's offset has at most 32 bits",
        "{} exceed the last offset of a table", TABLE;
    RANGE_FLAGS = "range-flags", "only known bits are set",
        "{} has unknown bits", VALIDATOR;
    RANGE_SAMPLER_DATA = "range-sampler-data", "samplers have no data, so no DATA_* flag is set",
        "{} has a DATA_* flag, but samplers have no data", VALIDATOR;
    RANGE_DATA_FLAGS = "range-data-flags", "at most one DATA_* flag is set",
        "{} has more than one DATA_* flag", VALIDATOR;
    RANGE_STATIC_DATA = "range-static-data", "data is not static where descriptors are volatile",
        "{} makes data static, but descriptors volatile", VALIDATOR;
    RANGE_DESCRIPTORS_FLAGS = "range-descriptors-flags", "at most one DESCRIPTORS_* flag is set",
        "{} has more than one DESCRIPTORS_* flag",
        "LLVM RootSignatureValidations.cpp, `verifyDescriptorRangeFlag`";

    // Rules for registers.
    RESERVED_SPACE = "reserved-space", "register spaces from `FIRST_RESERVED_SPACE` on are reserved for the system",
        "register space {}", REGISTERS;
    REGISTER_OVERLAP = "register-overlap", "no stage sees a register twice",
        "a stage sees registers twice: {}", REGISTERS;

    // Rules for static samplers.
    SAMPLER_FILTER = "sampler-filter", "the filter is known",
        "{} is not a filter", SAMPLER;
    SAMPLER_ADDRESS = "sampler-address", "the address mode is known",
        "{} is not an address mode", SAMPLER;
    SAMPLER_MIP_LOD_BIAS = "sampler-mip-lod-bias", "the bias is within the bounds in `Argument` of `hlsl`",
        "the mip LOD bias {}", SAMPLER;
    SAMPLER_ANISOTROPY = "sampler-anisotropy", "anisotropy is within the bounds in `Argument` of `hlsl`",
        "the maximum anisotropy {}", SAMPLER;
    SAMPLER_COMPARISON = "sampler-comparison", "a comparison filter has a comparison",
        "{} is not a comparison function, but the filter compares", SAMPLER;
    SAMPLER_BORDER_COLOR = "sampler-border-color", "the border color is known",
        "{} is not a border color",
        "LLVM DXContainer.h, `dxbc::isValidBorderColor`";
    SAMPLER_LOD = "sampler-lod", "a level of detail is a number",
        "{} is not a number", SAMPLER;
    SAMPLER_FLAGS = "sampler-flags", "only known bits are set",
        "{} has unknown bits",
        "LLVM DXContainer.h, `dxbc::isValidStaticSamplerFlags`";
    SAMPLER_FIELD = "sampler-field", "any other field has a known value",
        "the sampler cannot have {}", SAMPLER;

    // Rules for a shader with its root signature.
    RESOURCE_NOT_BOUND = "resource-not-bound",
        "a range of the root signature that is visible to the stage has all registers of the resource",
        "{} is not bound", SHADER;
    ROOT_DESCRIPTOR_VIEW = "root-descriptor-view",
        "a root descriptor is a raw or structured buffer, without a counter",
        "{} cannot be a root descriptor, which is a raw or structured buffer without a counter", SHADER;
    STAGE_DENIED = "stage-denied", "a stage that has resources is not denied access",
        "{} denies access to the stage, which has resources", SHADER;
    INPUT_LAYOUT = "input-layout",
        "a stage with inputs has the flag for them",
        "inputs of the stage require {}", "Direct3D 12, `D3D12_ROOT_SIGNATURE_FLAGS`";

    // Rules for the conversion to another version.
    PROMISE_DROPPED = "promise-dropped", "in version 1.0 all descriptors and data are volatile",
        "{} is dropped: in version 1.0 all descriptors and data are volatile", CONVERSION;
    BORDER_FLAG_DROPPED = "border-flag-dropped",
        "before version 1.2 the border color alone determines whether it holds integers",
        "{} is dropped: before version 1.2 the border color alone determines whether it holds integers",
        "DirectX-Headers d3dx12_root_signature.h, `D3DX12SerializeVersionedRootSignature`";
    NOT_EXPRESSIBLE = "not-expressible", "the version has no field for it, and dropping it changes the meaning",
        "the version has no field for {}, and dropping it changes the meaning",
        CONVERSION;
}
