import SonicProtocol

/// What the Sonic half made of a page for one request. It travels with the response, so that what stands around a
/// site can tell it, or have the page answered in another way.
public struct PreparedResponse: Sendable, Equatable {
    /// The page's bytes.
    let page: [UInt8]
    /// What the client is to do with the page.
    let offline: ResponseTags.Offline
    /// What the request came to.
    let outcome: SonicOutcome
    /// The data that are sent; nil for every outcome but `dataUpdate`.
    public private(set) var update: UpdateBody?
    /// How the page came from the server behind this one; nil for this server's own pages.
    let forwarded: ForwardedPage?
    /// Bytes of the body that a server without Sonic would have sent in place of this answer.
    public private(set) var plainBytes: Int

    /// A page that is sent whole, or not at all.
    init(
        page: [UInt8], offline: ResponseTags.Offline, outcome: SonicOutcome, forwarded: ForwardedPage? = nil
    ) {
        self.page = page
        self.offline = offline
        self.outcome = outcome
        self.forwarded = forwarded
        plainBytes = forwarded?.bytes ?? page.count
    }

    /// A page whose data are sent.
    init(
        page: [UInt8], offline: ResponseTags.Offline, updating update: UpdateBody,
        forwarded: ForwardedPage? = nil
    ) {
        self.init(page: page, offline: offline, outcome: .dataUpdate, forwarded: forwarded)
        self.update = update
    }

    /// The same with other data in its update.
    func updating(_ update: UpdateBody) -> PreparedResponse {
        var treatment = self
        treatment.update = update
        return treatment
    }

    /// The same beside a server that would have sent so many bytes, such as a packed page.
    func besides(_ plainBytes: Int) -> PreparedResponse {
        var treatment = self
        treatment.plainBytes = plainBytes
        return treatment
    }
}
