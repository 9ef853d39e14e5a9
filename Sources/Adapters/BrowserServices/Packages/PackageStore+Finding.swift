import SonicProtocol

extension PackageStore {
    /// The result of looking up an address in the packages.
    enum Found: Sendable {
        /// No package serves it.
        case nothing
        /// The contents of this file.
        case file([UInt8], type: String, PackageManifest, path: String)
        /// The package lacks the file, or it is damaged; it may be available at the online address.
        case missing(PackageManifest, path: String, isDamaged: Bool, online: WebURL?)
        /// `package://` with an unknown name.
        case unknown(String)
        /// The package cannot be read.
        case failed(PackageFailure)
    }

    /// Looks up an address: one of `package:` in the package that it names, one of http or https in the package with
    /// the longest matching prefix that has a file for it.
    func find(_ url: WebURL) -> Found {
        do throws(PackageFailure) {
            if url.scheme == PackageConnection.scheme { return try findNamed(url) }
            guard let place = try place(of: url) else { return .nothing }
            return try found(place.path, place.manifest, url)
        } catch {
            return .failed(error)
        }
    }

    /// Whether a package has a file for an http or https address. Reads manifests only.
    func stands(for url: WebURL) -> Bool {
        // A store that cannot be read is reported for the packages' addresses and by `sonic package list`.
        (try? place(of: url)) != nil
    }

    private func findNamed(_ url: WebURL) throws(PackageFailure) -> Found {
        guard let manifest = try manifest(of: url.host) else { return .unknown(url.host) }
        let bytes = WebURL.percentDecoded(url.path.utf8.first == 0x2F ? url.path.dropFirst() : url.path[...])
        guard let path = PackageManifest.path(bytes) else {
            return .missing(manifest, path: url.path, isDamaged: false, online: nil)
        }
        return try found(path, manifest, url)
    }

    private func place(of url: WebURL) throws(PackageFailure) -> (manifest: PackageManifest, path: String)? {
        var best: (length: Int, manifest: PackageManifest, path: String)?
        for entry in try list() {
            guard case .success(let manifest) = entry.manifest else { continue }
            for prefix in manifest.prefixes {
                let length = prefix.url.path.utf8.count
                guard url.origin == prefix.url.origin, url.path.hasPrefix(prefix.url.path),
                    length > best?.length ?? -1
                else { continue }
                let rest = WebURL.percentDecoded(url.path.dropFirst(prefix.url.path.count))
                guard let path = PackageManifest.path(rest).map({ prefix.folder + $0 }),
                    manifest.files[path] != nil
                else { continue }
                best = (length, manifest, path)
            }
        }
        return best.map { ($0.manifest, $0.path) }
    }

    private func found(
        _ path: String, _ manifest: PackageManifest, _ url: WebURL
    ) throws(PackageFailure) -> Found {
        if let file = manifest.files[path] {
            if let bytes = try bytes(of: file, in: manifest.name) {
                let type = file.type ?? FileType.mediaType(of: path)
                return .file(bytes, type: type, manifest, path: path)
            }
            // The package may have been replaced since its manifest was read.
            if let newer = try self.manifest(of: manifest.name), newer != manifest {
                return try found(path, newer, url)
            }
        }
        return .missing(
            manifest, path: path, isDamaged: manifest.files[path] != nil,
            online: manifest.onlineAddress(ofPath: path, query: url.query))
    }
}
