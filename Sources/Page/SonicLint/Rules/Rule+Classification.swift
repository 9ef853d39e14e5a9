import SonicProtocol

extension Rule {
    /// The questions that classify a response and its body.
    public static let classification: [Rule] = [
        Rule(
            .redirect, section: "classification", question: "status 301, 302, 303, 307 or 308 with Location"),
        Rule(.unavailable, section: "classification", question: "status 503 to accept-diff"),
        Rule(.errorStatus, section: "classification", question: "status 400 to 599"),
        Rule(
            .noPage, section: "classification",
            question: "status 204, 205, 206, 226, 3xx but 300, or beyond 599"),
        Rule(.dataUpdate, section: "classification", question: "template-change is false or 0"),
        Rule(.notHTML, section: "classification", question: "Content-Type is not HTML"),
        Rule(
            .sonicPage, section: "classification",
            question: "template-tag, template-change or cache-offline is present"),
        Rule(.plainPage, section: "classification", question: "none of them is present"),
        Rule(
            .undeclaredUpdate, section: "classification",
            question: "the body is the data of an update, and a hash proves it"),
        Rule(.dataMerge, section: "update", question: "the data fit the stored page"),
        Rule(.sameData, section: "update", question: "every block is as stored"),
        Rule(.sameEtag, section: "etag", question: "the validator equals the one sent"),
        Rule(.compareHere, section: "local-server", question: "the site's pages are compared here"),
        Rule(.nothingStored, section: "classification", question: "no stored page is used"),
        Rule(.sameBytes, section: "classification", question: "the page is byte for byte the stored one"),
        Rule(.sameTemplate, section: "split", question: "the template is byte for byte the stored one"),
    ]
}
