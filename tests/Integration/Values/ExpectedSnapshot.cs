using System.Globalization;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue.Names;
using Simulator.Presets;
using Simulator.Rig;

namespace Integration.Values;

/// <summary>
/// What /snapshot must show of a simulated block: each signal's last point, and the functions of it by .NET's own Math.
/// </summary>
internal sealed class ExpectedSnapshot
{
    private static readonly Dictionary<string, Func<double, double>> Functions = new()
    {
        ["abs"] = Math.Abs,
        ["ceiling"] = Math.Ceiling,
        ["floor"] = Math.Floor,
        ["round"] = x => Math.Round(x, MidpointRounding.AwayFromZero),
        ["sign"] = x => Math.Sign(x),
        ["truncate"] = Math.Truncate,
    };

    private readonly SimulatedRig _rig;
    private readonly CDataBlock _block;

    public ExpectedSnapshot(int blocksPerSecond)
    {
        RigPreset preset = PresetChange.Apply(RigPresets.Find("small")!, blocksPerSecond, pointsPerBlock: 0, out _);
        _rig = new SimulatedRig(preset, seed: 1);
        _block = new CDataBlock(_rig.Layout);
    }

    public int PointsPerBlock => _rig.Description.PointsPerBlock;

    /// <summary>One line a signal: name, value and derived values as the bits of their doubles.</summary>
    public string[] Values(long blockIndex)
    {
        _rig.Fill(_block, blockIndex);
        return
        [
            .. new StreamSignals(_rig.Description).All.Select(
                signal => Line(signal.Name, LastPoint(signal.Address), f => Functions[f]))
        ];
    }

    /// <summary>The same of what the monitor shows.</summary>
    public static string[] Shown(System.Text.Json.JsonElement snapshot) =>
    [
        .. snapshot.GetProperty("channels").EnumerateArray().Select(channel => Line(
            channel.GetProperty("name").GetString()!,
            channel.GetProperty("value").GetDouble(),
            f => _ => channel.GetProperty("derived").GetProperty(f).GetDouble()))
    ];

    private double LastPoint(SignalAddress address)
    {
        if (address.IsBit)
            return _block.Bit(address.Group == SignalGroup.BitIn ? BitGroup.In : BitGroup.Out, address.Channel) ? 1 : 0;
        BlockChannel channel = _block.Channel((BlockGroup)address.Group, address.Channel);
        if (address.Group == SignalGroup.AD)
            return channel.Values[^1];
        return address.Column switch
        {
            ColumnIndex.ActiveCtrl => channel.ActiveCtrl[^1],
            ColumnIndex.Count => channel.Count[^1],
            ColumnIndex.Command => channel.Command[^1],
            ColumnIndex.Output => channel.Output[^1],
            int sensor => channel.Sensor(sensor - ColumnIndex.FirstSensor)[^1],
        };
    }

    private static string Line(string name, double value, Func<string, Func<double, double>> function) =>
        $"{name} {Bits(value)} {string.Join(' ', Functions.Keys.Select(f => $"{f} {Bits(function(f)(value))}"))}";

    private static string Bits(double value) =>
        BitConverter.DoubleToInt64Bits(value).ToString("x16", CultureInfo.InvariantCulture);
}
