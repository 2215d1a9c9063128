using System.Buffers.Binary;
using System.Globalization;
using System.IO.MemoryMappedFiles;
using System.Text;
using FuncLibs.Runtime.Checksums;
using FuncLibs.Runtime.Files;
using FuncLibs.Runtime.Platform;

namespace FuncLibs.Journal.Writing;

/// <summary>
/// The bytes of a record ring: memory of the process, or a mapped file that outlives it. Layout, little-endian:
/// <code>
///    0 magic "CDBR" (4)
///    4 version (2)
///    6 bytes of the folder's name that are its mount point (2)
///    8 publisher (16)
///   24 epoch (8)
///   32 boot id of the system (16)
///   48 bytes of the ring (8)
///   56 bytes of the folder's name (4)
///   60 CRC-32C of bytes 0..59 and of the name (4)
///  128 head (8): bytes taken since the start
///  256 tail (8): bytes appended since the start
///  512 full path of the journal's folder, UTF-8
/// 4096 the ring
/// </code>
/// Memory order: the producer stores a record and then the tail, the consumer writes a record to its segment and
/// then stores the head.
/// So after the end of the process, wherever it was, the records between head and tail are whole and not all in a
/// segment.
/// </summary>
internal sealed unsafe class RingMemory : IDisposable
{
    /// <summary>Ending of a ring's file.</summary>
    public const string Ending = ".ring";

    /// <summary>Bytes before the ring.</summary>
    public const int HeadBytes = 4096;

    private const string Prefix = "telemetry-";
    private const uint Magic = 0x52424443;
    private const ushort Version = 1;
    private const int MountOffset = 6;
    private const int CrcOffset = 60;
    private const int TakenOffset = 128;
    private const int AppendedOffset = 256;
    private const int FolderOffset = 512;
    private const int PageBytes = 4096;
    private const int WriteBytes = 1 << 20;

    private readonly MemoryMappedFile? _map;
    private readonly MemoryMappedViewAccessor? _view;
    private readonly byte[]? _own;
    private readonly byte* _start;

    // Pinned: the pointer stays valid as long as this object is reachable.
    private RingMemory(int bytes)
    {
        _own = GC.AllocateUninitializedArray<byte>(HeadBytes + bytes, pinned: true);
        _own.AsSpan().Fill(byte.MaxValue);
        fixed (byte* start = _own)
            _start = start;
        Length = bytes;
    }

    private RingMemory(string path, int bytes)
    {
        _map = MemoryMappedFile.CreateFromFile(
            path, FileMode.Open, mapName: null, capacity: 0, MemoryMappedFileAccess.ReadWrite);
        _view = _map.CreateViewAccessor(0, HeadBytes + bytes);
        _view.SafeMemoryMappedViewHandle.AcquirePointer(ref _start);
        _start += _view.PointerOffset;
        Length = bytes;

        // A page fault for each page now, and none in an append.
        for (long page = 0; page < HeadBytes + (long)bytes; page += PageBytes)
            Volatile.Write(ref _start[page], Volatile.Read(ref _start[page]));
    }

    /// <summary>Bytes of the ring.</summary>
    public int Length { get; }

    /// <summary>The ring.</summary>
    public Span<byte> Bytes => new(_start + HeadBytes, Length);

    /// <summary>Producer: bytes that were appended since the start.</summary>
    public void StoreTail(long appended) => Volatile.Write(ref *(long*)(_start + AppendedOffset), appended);

    /// <summary>Consumer: bytes that were taken since the start.</summary>
    public void StoreHead(long taken) => Volatile.Write(ref *(long*)(_start + TakenOffset), taken);

    /// <summary>A ring that ends with the process.</summary>
    public static RingMemory OfProcess(int bytes) => new(bytes);

    /// <summary>
    /// Makes the file of a ring instead of the previous one, and maps it. All of it is written first: a file system
    /// that is full fails now and not by a signal later. Rings whose journal is gone are removed.
    /// </summary>
    public static FileOutcome Create(IDiskFiles files, in RingOwner owner, int bytes, out RingMemory? memory)
    {
        memory = null;
        RemoveAbandoned(files);
        string name = NameOf(owner);
        FileOutcome outcome = files.Delete(name);
        if (outcome.IsOk)
            outcome = files.FreeBytes(out long free) is { IsOk: true } && free < HeadBytes + (long)bytes
                ? FileOutcome.Failed(
                    FileFault.Full, "make", name, $"{free} bytes are free, {HeadBytes + (long)bytes} are needed")
                : Write(files, name, owner, bytes);
        if (outcome.IsOk)
            outcome = Map(Path.Combine(files.Folder, name), bytes, out memory);
        return outcome;
    }

    /// <summary>Opens what an earlier run of the same owner left.</summary>
    /// <param name="files">The folder of rings.</param>
    /// <param name="owner">Whose ring; its epoch is ignored.</param>
    /// <param name="rest">What waits in it.</param>
    /// <returns>The file; null when there is none that is ours, whole, and of this run of the operating
    /// system.</returns>
    public static IDiskFile? OpenRest(IDiskFiles files, in RingOwner owner, out RingRest rest)
    {
        rest = default;
        string name = NameOf(owner);
        if (!IsPrivate(Path.Combine(files.Folder, name)) || !files.OpenToRead(name, out IDiskFile? file).IsOk)
            return null;
        byte[] head = new byte[HeadBytes];
        if (ReadHead(file!, head) && TryReadRest(head, owner.Publisher, out rest))
            return file;
        file!.Dispose();
        return null;
    }

    /// <summary>Removes the file of a ring.</summary>
    public static FileOutcome Delete(IDiskFiles files, in RingOwner owner) => files.Delete(NameOf(owner));

    /// <summary>Name of a ring's file: of its publisher and the folder of its journal.</summary>
    public static string NameOf(in RingOwner owner) => string.Create(
        CultureInfo.InvariantCulture,
        $"{Prefix}{owner.Publisher:n}-{Crc32C.Compute(Encoding.UTF8.GetBytes(owner.Folder)):x8}{Ending}");

    /// <inheritdoc/>
    public void Dispose()
    {
        _view?.SafeMemoryMappedViewHandle.ReleasePointer();
        _view?.Dispose();
        _map?.Dispose();
    }

    private static FileOutcome Write(IDiskFiles files, string name, in RingOwner owner, int bytes)
    {
        FileOutcome outcome = files.Create(name, out IDiskFile? file);
        if (!outcome.IsOk)
            return outcome;
        using (file)
        {
            outcome = MakePrivate(Path.Combine(files.Folder, name));
            byte[] chunk = new byte[WriteBytes];
            chunk.AsSpan().Fill(byte.MaxValue);
            for (long at = 0; outcome.IsOk && at < bytes; at += WriteBytes)
                outcome = file!.Write(HeadBytes + at, chunk.AsSpan(0, (int)Math.Min(WriteBytes, bytes - at)));
            if (outcome.IsOk)
                outcome = file!.Write(0, HeadOf(owner, bytes));
        }

        if (!outcome.IsOk)
            files.Delete(name);
        return outcome;
    }

    private static FileOutcome Map(string path, int bytes, out RingMemory? memory)
    {
        memory = null;
        try
        {
            memory = new RingMemory(path, bytes);
            return FileOutcome.Ok;
        }
        catch (Exception e) when (DiskCall.IsExpected(e))
        {
            return DiskCall.Outcome(e, "map", path);
        }
    }

    // The folder of rings may be everybody's.
    private static FileOutcome MakePrivate(string path)
    {
        try
        {
            if (!OperatingSystem.IsWindows())
                File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
            return FileOutcome.Ok;
        }
        catch (Exception e) when (DiskCall.IsExpected(e))
        {
            return DiskCall.Outcome(e, "protect", path);
        }
    }

    // A file that only its owner may read, and that can be read, is our own; a link could lead anywhere.
    private static bool IsPrivate(string path)
    {
        try
        {
            return new FileInfo(path) is { Exists: true, LinkTarget: null }
                && OwnerOnlyFile.FindModeFault(path) is null;
        }
        catch (Exception e) when (DiskCall.IsExpected(e))
        {
            return false;
        }
    }

    private static byte[] HeadOf(in RingOwner owner, int bytes)
    {
        byte[] head = new byte[HeadBytes];
        byte[] folder = Encoding.UTF8.GetBytes(owner.Folder);
        int named = folder.Length <= HeadBytes - FolderOffset ? folder.Length : 0;
        BinaryPrimitives.WriteUInt32LittleEndian(head, Magic);
        BinaryPrimitives.WriteUInt16LittleEndian(head.AsSpan(4), Version);
        BinaryPrimitives.WriteUInt16LittleEndian(
            head.AsSpan(MountOffset), (ushort)(named > 0 ? MountPoint.LengthIn(owner.Folder) : 0));
        owner.Publisher.TryWriteBytes(head.AsSpan(8), bigEndian: true, out _);
        BinaryPrimitives.WriteUInt64LittleEndian(head.AsSpan(24), owner.Epoch);
        BootId.Current.TryWriteBytes(head.AsSpan(32), bigEndian: true, out _);
        BinaryPrimitives.WriteInt64LittleEndian(head.AsSpan(48), bytes);
        BinaryPrimitives.WriteInt32LittleEndian(head.AsSpan(56), named);
        folder.AsSpan(0, named).CopyTo(head.AsSpan(FolderOffset));
        BinaryPrimitives.WriteUInt32LittleEndian(head.AsSpan(CrcOffset), CrcOf(head, named));
        return head;
    }

    private static uint CrcOf(ReadOnlySpan<byte> head, int named) =>
        Crc32C.Append(Crc32C.Compute(head[..CrcOffset]), head.Slice(FolderOffset, named));

    // Only what the CRC covers is used.
    private static bool ReadHead(IDiskFile file, Span<byte> head)
    {
        if (!file.Read(0, head, out int read).IsOk || read != HeadBytes)
            return false;
        int named = BinaryPrimitives.ReadInt32LittleEndian(head[56..]);
        return BinaryPrimitives.ReadUInt32LittleEndian(head) == Magic
            && BinaryPrimitives.ReadUInt16LittleEndian(head[4..]) == Version
            && named is >= 0 and <= HeadBytes - FolderOffset
            && BinaryPrimitives.ReadUInt32LittleEndian(head[CrcOffset..]) == CrcOf(head, named);
    }

    private static bool TryReadRest(ReadOnlySpan<byte> head, Guid publisher, out RingRest rest)
    {
        rest = new RingRest(
            BinaryPrimitives.ReadUInt64LittleEndian(head[24..]),
            BinaryPrimitives.ReadInt64LittleEndian(head[48..]),
            BinaryPrimitives.ReadInt64LittleEndian(head[TakenOffset..]),
            BinaryPrimitives.ReadInt64LittleEndian(head[AppendedOffset..]));
        return new Guid(head.Slice(8, 16), bigEndian: true) == publisher
            && BootId.Current != Guid.Empty
            && new Guid(head.Slice(32, 16), bigEndian: true) == BootId.Current
            && rest.IsLegal;
    }

    // Of a connector that was killed and whose folder was removed since: nothing else would ever free that memory.
    private static void RemoveAbandoned(IDiskFiles files)
    {
        List<DiskFileEntry> found = [];
        files.List(found);
        byte[] head = new byte[HeadBytes];
        foreach (DiskFileEntry entry in found)
        {
            if (!entry.Name.StartsWith(Prefix, StringComparison.Ordinal)
                || !entry.Name.EndsWith(Ending, StringComparison.Ordinal)
                || !IsPrivate(Path.Combine(files.Folder, entry.Name))
                || !files.OpenToRead(entry.Name, out IDiskFile? file).IsOk)
                continue;
            using (file)
            {
                if (ReadHead(file!, head) && IsAbandoned(head))
                    files.Delete(entry.Name);
            }
        }
    }

    // A disk that is not mounted returns with its journal, and then what waits is written.
    private static bool IsAbandoned(ReadOnlySpan<byte> head)
    {
        int named = BinaryPrimitives.ReadInt32LittleEndian(head[56..]);
        int mount = BinaryPrimitives.ReadUInt16LittleEndian(head[MountOffset..]);
        ReadOnlySpan<byte> folder = head.Slice(FolderOffset, named);
        bool isWritten = head.Slice(TakenOffset, sizeof(long)).SequenceEqual(head.Slice(AppendedOffset, sizeof(long)));
        return named > 0 && !Directory.Exists(Encoding.UTF8.GetString(folder))
            && (isWritten
                || (mount > 0 && mount <= named && MountPoint.IsMounted(Encoding.UTF8.GetString(folder[..mount]))));
    }
}

/// <summary>Whose ring it is.</summary>
/// <param name="Publisher">The publisher.</param>
/// <param name="Epoch">The epoch whose frames it takes.</param>
/// <param name="Folder">Full path of the journal's folder.</param>
internal readonly record struct RingOwner(Guid Publisher, ulong Epoch, string Folder);

/// <summary>What waits in a ring that an earlier run left.</summary>
/// <param name="Epoch">The epoch of its records.</param>
/// <param name="Length">Bytes of the ring.</param>
/// <param name="Head">Bytes that were taken.</param>
/// <param name="Tail">Bytes that were appended.</param>
internal readonly record struct RingRest(ulong Epoch, long Length, long Head, long Tail)
{
    /// <summary>True when the numbers fit together.</summary>
    public bool IsLegal =>
        Epoch > 0 && Length is > 0 and <= 1 << 30 && Head >= 0 && Head <= Tail && Tail - Head <= Length
        && (Head | Tail | Length) % Records.RecordLayout.Alignment == 0;
}
