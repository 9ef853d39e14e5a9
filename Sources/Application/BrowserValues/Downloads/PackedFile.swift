import SonicProtocol

/// Files that are compressed themselves. Some servers declare the file's compression as a content coding, as if it had
/// been applied for the transfer; the file must be saved as it is.
public enum PackedFile {
    /// The file extensions by the content coding that belongs to the file.
    private static let endings: [String: Set<String>] = [
        "gzip": ["gz", "tgz", "taz", "svgz", "emz"], "x-gzip": ["gz", "tgz", "taz", "svgz", "emz"],
        "br": ["br"], "zstd": ["zst", "tzst"], "compress": ["z"], "x-compress": ["z"],
    ]
    /// The media types by the content coding that belongs to the file.
    private static let types: [String: Set<String>] = {
        let gzip: Set = [
            "application/gzip", "application/x-gzip", "application/x-gunzip", "application/gzipped",
            "application/x-tgz", "application/x-compressed-tar", "application/x-gtar-compressed",
        ]
        return [
            "gzip": gzip, "x-gzip": gzip, "zstd": ["application/zstd"],
            "compress": ["application/x-compress"],
        ]
    }()

    /// Whether the content coding of a response belongs to the file, by its media type or its name.
    /// - Parameters:
    ///   - headers: The headers of the response.
    ///   - url: The address of the response.
    public static func isPacked(_ headers: Headers, at url: WebURL) -> Bool {
        let codings = headers.all("content-encoding").map { $0.lowercased() }
        guard codings.count == 1, let coding = codings.first else { return false }
        if let type = ResponseClassifier.mediaType(headers), types[coding]?.contains(type) ?? false {
            return true
        }
        let name = FileName(headers, at: url).text
        guard let point = name.lastIndex(of: ".") else { return false }
        return endings[coding]?.contains(name[name.index(after: point)...].lowercased()) ?? false
    }
}

extension ResponseHead {
    /// The same head without Content-Encoding, for a file that is compressed itself.
    package var withoutCoding: ResponseHead {
        var headers = headers
        headers.remove("content-encoding")
        return ResponseHead(version: version, status: status, reason: reason, headers: headers, raw: raw)
    }
}
