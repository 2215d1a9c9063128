using System.Runtime.InteropServices;
using System.Text;
using SignalMonitor.Exporting.Formats;

namespace SignalMonitor.Tests.Exporting.Formats;

// NumPy itself reads such a folder in Interop.
public sealed class NpyFormatTests : IDisposable
{
    private readonly FormatRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public async Task Array_Header_HasTypeAndCount()
    {
        await _rig.WriteAsync(new NpyFormat(), pieces: 3);
        byte[] bytes = File.ReadAllBytes(Path.Combine(_rig.Path, "servo1.force.npy"));
        bytes[..10].ShouldBe([0x93, (byte)'N', (byte)'U', (byte)'M', (byte)'P', (byte)'Y', 1, 0, 118, 0]);
        Encoding.ASCII.GetString(bytes, 10, 118).TrimEnd(' ', '\n')
            .ShouldBe("{'descr': '<f8', 'fortran_order': False, 'shape': (42,), }");
        bytes[127].ShouldBe((byte)'\n');
    }

    [Fact]
    public async Task Array_Values_AreTheSameBits()
    {
        await _rig.WriteAsync(new NpyFormat());
        byte[] bytes = File.ReadAllBytes(Path.Combine(_rig.Path, "servo1.force.npy"));
        MemoryMarshal.Cast<byte, long>(bytes.AsSpan(128)).ToArray()
            .ShouldBe(FormatRig.Force.Select(BitConverter.DoubleToInt64Bits));
    }

    [Fact]
    public async Task Units_OfAllColumns_AreInAFile()
    {
        await _rig.WriteAsync(new NpyFormat());
        File.ReadAllText(Path.Combine(_rig.Path, "units.json"))
            .ShouldBe("""{"time_ns":"ns","seconds":"s","servo1.force":"kN","ad1":""}""");
    }
}
