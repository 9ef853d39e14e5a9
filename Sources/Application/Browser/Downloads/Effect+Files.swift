import BrowserValues
import SonicProtocol

extension Effect {
    /// Effects of files: those written, downloaded, or sent by forms.
    public enum Files: Sendable, Equatable {
        /// Write a file: `Report.exported`.
        case export(ExportOrder)
        /// Read the properties of files that a form is to send: `Report.found`.
        case find(FileQuery)
        /// Save a file, and report its progress with `Report.downloadReported`.
        case download(DownloadOrder)
        /// Stop the download with this number and keep its part.
        case stopDownload(Int)
        /// Remove the part of the file at a path, if it is of the resource at this address.
        case removePart(path: String, url: WebURL)
        /// Find the parts of files of earlier runs: `Report.partsFound`.
        case findParts
        /// Report each time that the file at this address is saved, instead of any other: `Report.saved`; nil for none.
        case follow(WebURL?)

        /// The results of these effects.
        public enum Report: Sendable {
            /// The result of writing a file.
            case exported(ExportReport)
            /// The properties of files that a form is to send.
            case found(FileReport)
            /// The progress of the download with this number.
            case downloadReported(DownloadReport, Int)
            /// The parts of files of earlier runs that can be resumed.
            case partsFound([FoundPart])
            /// The file at this address was saved.
            case saved(WebURL)
        }
    }
}

extension Effect.Files.Report {
    func apply(to model: inout Model) {
        switch self {
        case .exported(let report): model.handle(report)
        case .found(let report): model.handle(report)
        case .downloadReported(let report, let number): model.update(report, of: number)
        case .partsFound(let parts): model.accept(parts: parts)
        case .saved(let file): model.handleSave(of: file)
        }
    }
}
