// Reads files of textual IR and prints, a line each, what LLVM makes of the root signatures in them: the bytes of RTS0
// by its metadata parser and its serializer, or what is wrong.
#include "llvm/ADT/StringExtras.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Frontend/HLSL/RootSignatureMetadata.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/DXContainerRootSignature.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

// What LLVM makes of a function and its root signature.
static std::string judge(const MDNode &Pair) {
  if (Pair.getNumOperands() != 3)
    return "wrong: three operands are expected";
  if (const Metadata *Named = Pair.getOperand(0).get()) {
    auto *Value = dyn_cast<ValueAsMetadata>(Named);
    if (!Value || !isa<Function>(Value->getValue()))
      return "wrong: a function is expected";
  }
  auto *Root = dyn_cast_or_null<MDNode>(Pair.getOperand(1).get());
  auto *Version = mdconst::dyn_extract_or_null<ConstantInt>(Pair.getOperand(2));
  if (!Root || !Version)
    return "wrong: a root signature and a version are expected";
  hlsl::rootsig::MetadataParser Parser(Root);
  auto Parsed = Parser.ParseRootSignature(Version->getZExtValue());
  if (!Parsed)
    return "wrong: " + toString(Parsed.takeError());
  // As LLVM's back end does it.
  Parsed->RootParameterOffset = Parsed->computeRootParametersOffset();
  std::string Bytes;
  raw_string_ostream Stream(Bytes);
  Parsed->write(Stream);
  return toHex(Bytes, /*LowerCase=*/true);
}

int main(int Count, char **Names) {
  for (int Index = 1; Index < Count; ++Index) {
    LLVMContext Context;
    SMDiagnostic Wrong;
    std::unique_ptr<Module> Read =
        parseAssemblyFile(Names[Index], Wrong, Context);
    if (!Read) {
      outs() << Index << " unreadable: " << Wrong.getMessage() << "\n";
      continue;
    }
    NamedMDNode *Named = Read->getNamedMetadata("dx.rootsignatures");
    if (!Named)
      continue;
    for (const MDNode *Pair : Named->operands()) {
      std::string Line = judge(*Pair);
      llvm::replace(Line, '\n', ' ');
      outs() << Index << " " << Line << "\n";
    }
  }
}
