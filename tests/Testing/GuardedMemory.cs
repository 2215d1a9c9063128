using System.Runtime.InteropServices;

namespace Testing;

/// <summary>
/// Bytes that end where a page without any access begins (Linux): a load or store after the last byte ends the test
/// host with a segmentation fault, instead of going unseen.
/// </summary>
public sealed unsafe partial class GuardedMemory : IDisposable
{
    private const int ReadWrite = 3;
    private const int PrivateAnonymous = 0x22;

    private readonly byte* _pages;
    private readonly nuint _mapped;
    private readonly int _usable;

    public GuardedMemory(int capacity)
    {
        int page = Environment.SystemPageSize;
        _usable = (capacity + page - 1) / page * page;
        _mapped = (nuint)(_usable + page);
        _pages = Map(null, _mapped, ReadWrite, PrivateAnonymous, -1, 0);
        if ((nint)_pages == -1 || Protect(_pages + _usable, (nuint)page, 0) != 0)
            throw new InvalidOperationException($"No guarded memory: error {Marshal.GetLastPInvokeError()}.");
    }

    /// <summary>The last bytes before the guard page.</summary>
    public Span<byte> End(int length)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)length, (uint)_usable, nameof(length));
        return new Span<byte>(_pages + _usable - length, length);
    }

    /// <summary>A copy of the bytes that ends at the guard page.</summary>
    public Span<byte> Copy(ReadOnlySpan<byte> bytes)
    {
        Span<byte> end = End(bytes.Length);
        bytes.CopyTo(end);
        return end;
    }

    public void Dispose() => _ = Unmap(_pages, _mapped);

    [LibraryImport("libc", EntryPoint = "mmap", SetLastError = true)]
    private static partial byte* Map(void* address, nuint length, int protection, int flags, int file, nint offset);

    [LibraryImport("libc", EntryPoint = "mprotect", SetLastError = true)]
    private static partial int Protect(void* address, nuint length, int protection);

    [LibraryImport("libc", EntryPoint = "munmap")]
    private static partial int Unmap(void* address, nuint length);
}
