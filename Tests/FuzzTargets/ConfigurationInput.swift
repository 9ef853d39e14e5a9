import Configuration
import SonicProtocol

/// A configuration file.
enum ConfigurationInput {
    static func check(_ bytes: [UInt8]) throws(BrokenPromise) {
        let (settings, problems) = Settings.read(bytes)
        let lines = bytes.split(omittingEmptySubsequences: false) { $0 == 0x0A || $0 == 0x0D }.count
        for problem in problems {
            let position = problem.position
            try promise(
                position.line >= 1 && position.line <= lines + 1 && position.column >= 1,
                "a mistake stands in the file: \(problem)")
        }
        _ = SettingsText.lines(settings.inForce(), path: "config")
        for address in ["http://127.0.0.1:8420/news", "https://a.example/b/c?d=e"] {
            guard let url = WebURL(address) else { continue }
            _ = settings.choices(for: url)
            _ = settings.inForce(for: url)
        }
        _ = SettingsText.sites(settings, path: "config")
        // The effective settings can be written and read again.
        let members = settings.inForce().map { JSONValue.Member($0.setting.name, $0.value) }
        let (again, found) = Settings.read(Array(JSONValue.object(members).text().utf8))
        try promise(found.isEmpty, "what is in force is a configuration: \(found)")
        let isSame = Settings.table.allSatisfy {
            $0.written(again.general) == $0.written(settings.general)
        }
        try promise(isSame, "what is in force comes back when it is read")
    }
}
