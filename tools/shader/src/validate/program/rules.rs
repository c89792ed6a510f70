//! The rules that compare parts with the program's metadata, from which DXC's validator generates each part again.

use crate::finding::{Rule, rules};
use crate::validate::rules::{RUNTIME_DATA, VALIDATOR};

const PIPELINE: &str = "DXC DxilPipelineStateValidation.cpp, `SetShaderProps`";

rules! {
    PROGRAM = "program", "the metadata of the program can be read",
        "DXC DxilModule.cpp, `DxilModule::LoadDxilMetadata`", VALIDATOR;
    PROGRAM_DEBUG = "program-debug", "ILDB has the same shader as DXIL, with debug information",
        "DXC DxilContainerAssembler.cpp, `SerializeDxilContainerForModule`", VALIDATOR;
    PROGRAM_VERSION = "program-psv-version", "PSV0 has the version of the validator that the program was made for",
        PIPELINE, VALIDATOR;
    PROGRAM_PROPERTY = "program-property", "PSV0 has the properties of the program's entry point",
        PIPELINE, VALIDATOR;
    PROGRAM_ELEMENT = "program-element", "PSV0 has the signature elements of the program",
        PIPELINE, VALIDATOR;
    PROGRAM_ACCESS = "program-access", "instructions access elements, rows and columns that the signatures have",
        "DXC DxilValidation.cpp, `ValidateSignatureAccess`", VALIDATOR;
    PROGRAM_RESOURCE = "program-resource", "PSV0 and RDAT have the resources of the program",
        PIPELINE, VALIDATOR;
    PROGRAM_DEPENDENCY = "program-dependency", "PSV0 has the dependencies of the program",
        "DXC DxilContainerValidation.cpp, `PSVContentVerifier::VerifyViewIDDependence`", VALIDATOR;
    PROGRAM_FEATURE = "program-feature", "SFI0 has the features in the flags of the program",
        "DXC DxilShaderFlags.cpp, `ShaderFlags::GetFeatureInfo`", VALIDATOR;
    PROGRAM_FUNCTION = "program-function", "RDAT has the functions of the program",
        RUNTIME_DATA, VALIDATOR;
}
