//! The field that stores the count of a run, as expressions name it.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::Token;
use syn::parse::{Parse, ParseStream};

/// `count`, `record.count`, `record?.count` of an optional record, or `record.count()` of one with versions.
pub(super) struct CountField {
    pub(super) root: Ident,
    is_optional: bool,
    fields: Vec<Ident>,
    getter: Option<Ident>,
}

impl CountField {
    /// Whether the count itself is an optional field.
    pub(super) fn is_option(&self) -> bool {
        self.is_optional && self.fields.is_empty() && self.getter.is_none()
    }

    /// The code that sets the count in `record`, which replaces the first name of the path.
    pub(super) fn set_in(
        &self,
        record: &Ident,
        run: &TokenStream,
        text: &str,
        len: &TokenStream,
    ) -> TokenStream {
        let fields = &self.fields;
        let place = quote!(#record #(.#fields)*);
        let Some(getter) = &self.getter else {
            return quote!(#place = #len;);
        };
        let setter = format_ident!("set_{getter}");
        quote! {
            if dxc_runtime::int::int(#place.#getter()) != #run {
                let count = #len;
                #place.#setter(count)
                    .map_err(|error| dxc_runtime::computed::uncounted(&error, #text))?;
            }
        }
    }
}

impl Parse for CountField {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut field = Self {
            root: input.parse()?,
            is_optional: input.parse::<Option<Token![?]>>()?.is_some(),
            fields: Vec::new(),
            getter: None,
        };
        while input.parse::<Option<Token![.]>>()?.is_some() {
            let name: Ident = input.parse()?;
            if input.peek(syn::token::Paren) {
                let _arguments;
                syn::parenthesized!(_arguments in input);
                field.getter = Some(name);
                break;
            }
            field.fields.push(name);
        }
        Ok(field)
    }
}

impl ToTokens for CountField {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let (root, fields) = (&self.root, &self.fields);
        let absent = self.is_optional.then(|| quote!(?));
        let getter = self.getter.as_ref().map(|getter| quote!(.#getter()));
        tokens.extend(quote!(#root #absent #(.#fields)* #getter));
    }
}
