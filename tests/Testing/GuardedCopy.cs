namespace Testing;

/// <summary>Copies into guarded memory that each thread keeps: for loops over many inputs.
/// On systems without mmap it is an ordinary array.</summary>
public static class GuardedCopy
{
    private const int Min = 1 << 20;

    [ThreadStatic]
    private static GuardedMemory? _memory;

    [ThreadStatic]
    private static int _capacity;

    /// <summary>The bytes, ending at a page without access. Valid until the next copy by the same thread.</summary>
    public static Span<byte> Of(ReadOnlySpan<byte> bytes)
    {
        if (!OperatingSystem.IsLinux())
            return bytes.ToArray();
        if (_memory is null || _capacity < bytes.Length)
        {
            _memory?.Dispose();
            _capacity = Math.Max(bytes.Length, Min);
            _memory = new GuardedMemory(_capacity);
        }

        return _memory.Copy(bytes);
    }
}
