using System.Globalization;
using System.Runtime.InteropServices;
using Testing;

namespace FuncLibs.Tests.Fuzzing;

public sealed class GuardedCopyTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(5000)]
    [InlineData(3_000_000)]
    public void Copy_AnyLength_NeverTouchesTheGuardPage(int length)
    {
        if (!OperatingSystem.IsLinux())
            return;
        byte[] bytes = [.. Enumerable.Range(0, length).Select(i => (byte)i)];

        Span<byte> guarded = GuardedCopy.Of(bytes);

        guarded.SequenceEqual(bytes).ShouldBeTrue();
        AccessAfter(guarded).ShouldBe("---p");
    }

    private static unsafe string? AccessAfter(Span<byte> span)
    {
        string end = ((nuint)(byte*)System.Runtime.CompilerServices.Unsafe.AsPointer(
            ref MemoryMarshal.GetReference(span)) + (nuint)span.Length)
            .ToString("x", CultureInfo.InvariantCulture);
        return File.ReadLines("/proc/self/maps").FirstOrDefault(
            line => line.StartsWith(end + "-", StringComparison.Ordinal))?.Split(' ')[1];
    }
}
