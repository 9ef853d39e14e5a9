import PageCache
import SonicProtocol

/// A disk on which everything works except writing, because it is full.
struct FullDisk: Disk {
    private let disk = LinuxDisk()

    var user: UInt32 { disk.user }

    func open(_ name: String, in folder: Descriptor, _ purpose: OpenPurpose) throws(DiskFailure) -> Descriptor
    {
        try disk.open(name, in: folder, purpose)
    }
    func close(_ descriptor: Descriptor) { disk.close(descriptor) }
    func status(_ descriptor: Descriptor) throws(DiskFailure) -> FileStatus { try disk.status(descriptor) }
    func status(of name: String, in folder: Descriptor) throws(DiskFailure) -> FileStatus {
        try disk.status(of: name, in: folder)
    }
    func read(_ descriptor: Descriptor, upTo count: Int) throws(DiskFailure) -> [UInt8] {
        try disk.read(descriptor, upTo: count)
    }
    func write(_ bytes: [UInt8], to descriptor: Descriptor) throws(DiskFailure) {
        // ENOSPC
        throw DiskFailure(operation: "write", code: 28)
    }
    func sync(_ descriptor: Descriptor) throws(DiskFailure) { try disk.sync(descriptor) }
    func makeFolder(_ name: String, in folder: Descriptor) throws(DiskFailure) {
        try disk.makeFolder(name, in: folder)
    }
    func rename(_ name: String, to newName: String, in folder: Descriptor) throws(DiskFailure) {
        try disk.rename(name, to: newName, in: folder)
    }
    func removeFile(_ name: String, in folder: Descriptor) throws(DiskFailure) {
        try disk.removeFile(name, in: folder)
    }
    func removeFolder(_ name: String, in folder: Descriptor) throws(DiskFailure) {
        try disk.removeFolder(name, in: folder)
    }
    func names(in folder: Descriptor) throws(DiskFailure) -> [String] { try disk.names(in: folder) }
    func lock(_ descriptor: Descriptor) throws(DiskFailure) -> Bool { try disk.lock(descriptor) }
    func setModified(_ descriptor: Descriptor, to time: Instant) throws(DiskFailure) {
        try disk.setModified(descriptor, to: time)
    }
}
