//! Parses the words for the YAML form of a field or type.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::parse::ParseStream;
use syn::{Ident, LitBool, LitInt, LitStr, Token, Type};

use crate::attributes::{list, value, wrong};
use crate::camel_case::camel_case;
use crate::earlier::EarlierKey;

#[derive(Clone, Default)]
pub(crate) struct DocumentForm {
    key: Option<LitStr>,
    flatten: bool,
    /// One of [`SHOWS`].
    show: Option<&'static str>,
    /// The key of the version, for a record whose size is stored in the file.
    pub(crate) version: Option<LitStr>,
    /// Whether it is computed from other fields, such as a count.
    pub(crate) computed: bool,
    /// The record whose size is the stride if there are no records.
    absent: Option<Type>,
    /// The names of consecutive strings.
    pub(crate) named: Vec<Ident>,
    /// Whether it contains lists, which other fields reference by number.
    pub(crate) lists: bool,
    /// The runtime's constant for whether LLVM's YAML has the key.
    llvm: Option<TokenStream>,
    /// The earlier names.
    pub(crate) was: Vec<Ident>,
    /// The other keys, in the order of the LLVM versions that use them.
    earlier: Vec<EarlierKey>,
    /// The doc comment.
    pub(crate) doc: String,
}

/// The values of `show`. Their names in the runtime are in camel case.
const SHOWS: [&str; 8] = [
    "set", "number", "signed", "text", "always", "never", "mask", "version",
];

impl DocumentForm {
    /// Parses the value of a word; returns false if there is no such word.
    pub(crate) fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        match word.to_string().as_str() {
            "yaml" => self.key = Some(value(input)?),
            "llvm" => self.llvm = Some(llvm(input)?),
            "was" => self.was = list(input)?,
            "earlier" => self.earlier = list(input)?,
            "absent" => self.absent = Some(value(input)?),
            "flatten" => self.flatten = true,
            "show" => {
                let text: LitStr = value(input)?;
                let Some(show) = SHOWS.iter().find(|word| text.value() == **word) else {
                    let legal = SHOWS.map(|word| format!("{word:?}")).join(", ");
                    return wrong(text.span(), &format!("expected one of {legal}"));
                };
                self.show = Some(show);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Whether a word sets its form in YAML.
    pub(crate) fn is_given(&self) -> bool {
        self.key.is_some()
    }

    /// Whether YAML contains it even if the file lacks it.
    pub(crate) fn is_always(&self) -> bool {
        self.show == Some("always")
    }

    /// Hides it in YAML.
    pub(crate) fn hide(&mut self) {
        self.show = Some("never");
    }

    /// The key.
    pub(crate) fn key(&self, name: &str) -> String {
        match &self.key {
            Some(key) => key.value(),
            None => camel_case(name),
        }
    }

    /// The constant; a field without a key has its name in camel case.
    pub(crate) fn runtime_constant(&self, name: &str) -> TokenStream {
        let shape = quote!(dxc_runtime::shape::);
        self.constant(name, &shape)
    }

    /// The constant where the module `shape` was imported.
    pub(crate) fn imported(&self, name: &str) -> TokenStream {
        self.constant(name, &quote!(shape::))
    }

    fn constant(&self, name: &str, shape: &TokenStream) -> TokenStream {
        let key = self.key(name);
        let flatten = self.flatten.then(|| quote!(.flat()));
        let show = self.show.map(|show| format_ident!("{}", camel_case(show)));
        let show = show.map(|show| quote!(.form(#shape ValueForm::#show)));
        let computed = self.computed.then(|| quote!(.computed()));
        let version = self.version.as_ref().map(|key| quote!(.version(#key)));
        let absent = self.absent.as_ref().map(|of| {
            quote!(.absent(dxc_runtime::versioned::newest(<#of as dxc_runtime::BySize>::LAYOUTS)))
        });
        let keys = self.named.iter().map(|name| camel_case(&name.to_string()));
        let named = (!self.named.is_empty()).then(|| quote!(.named(&[#(#keys),*])));
        let lists = self.lists.then(|| quote!(.lists()));
        let llvm = self
            .llvm
            .as_ref()
            .map(|llvm| quote!(.llvm(#shape LlvmKey::#llvm)));
        let earlier = self.earlier.iter().map(|earlier| earlier.constant(shape));
        let earlier =
            (!self.earlier.is_empty()).then(|| quote!(.earlier(const { &[#(#earlier),*] })));
        let doc = (!self.doc.is_empty()).then_some(&self.doc);
        let doc = doc.map(|doc| quote!(.doc(#doc)));
        quote!(#shape DocumentForm::new(#key) #earlier #flatten #show #computed #version #absent #named #lists #llvm #doc)
    }
}

/// `= 23`, the first LLVM whose YAML has the key, or `= false`.
fn llvm(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    input.parse::<Token![=]>()?;
    if !input.peek(LitBool) {
        let since: LitInt = input.parse()?;
        return Ok(quote!(Since(#since)));
    }
    match input.parse::<LitBool>()? {
        LitBool { value: false, .. } => Ok(quote!(Never)),
        all => wrong(all.span(), "LLVM's YAML has each key without `llvm`"),
    }
}
