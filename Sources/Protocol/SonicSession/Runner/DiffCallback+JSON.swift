import SonicProtocol

extension DiffCallback {
    /// The object as the page receives it. `result` is a string that contains JSON, which the page's script parses in
    /// a second step; headers that were not received are left out of `extra`.
    public var json: JSONValue {
        var members: [JSONValue.Member] = []
        if let update {
            members.append(.init("local_refresh_time", .integer(update.localRefreshTime)))
            members.append(.init("result", .string(update.json.text())))
        }
        members.append(.init("code", .integer(code)))
        members.append(.init("srcCode", .integer(srcCode)))
        members.append(.init("extra", extra.json))
        return .object(members)
    }
}

extension DiffCallback.Update {
    /// The blocks by name.
    var json: JSONValue { .object(blocks.map { .init($0.name, .string($0.text)) }) }
}

extension DiffCallback.Extra {
    var json: JSONValue {
        let headers = [("eTag", etag), ("template-tag", templateTag), ("cache-offline", cacheOffline)]
        return .object(
            headers.compactMap { name, value in value.map { .init(name, .string($0)) } }
                + [.init("isReload", .bool(isReload))])
    }
}
