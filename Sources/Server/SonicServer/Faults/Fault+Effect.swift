import SonicProtocol

extension Fault {
    /// A change of an answer, by the part that it needs.
    enum Effect: Sendable {
        /// The same answer, delayed.
        case late
        /// Another answer instead of any.
        case instead(@Sendable (ServerRequest, MeasuredFault) -> ServerAnswer)
        /// Another answer instead of those to Sonic clients.
        case insteadOfSonic(ServerResponse)
        /// The Sonic response to the same page for another request.
        case asked(Asking)
        /// Changed header fields.
        case head(@Sendable (inout Headers) -> Void)
        /// A changed body, or headers about it; only if the complete body is available.
        case body(@Sendable (inout ServerResponse, [UInt8], MeasuredFault) -> Void)
        /// Changed data, only in updates.
        case data(@Sendable (inout UpdateBody) -> Void)
        /// Changed JSON, only of updates.
        case json(@Sendable ([UInt8]) -> [UInt8])
    }

    /// The request that replaces the client's.
    enum Asking: Sendable {
        /// Without any Sonic headers.
        case plainly
        /// Of a client that has the page.
        case havingThePage
        /// Of a client that has the template.
        case havingTheTemplate
        /// Of a client that has another template.
        case havingAnother
    }

    /// Whether it changes a body, and so needs all of it.
    var needsBody: Bool { if case .body = effect { true } else { false } }
}
