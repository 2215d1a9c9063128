using System.Collections.Immutable;
using System.Globalization;
using System.IO.Enumeration;

namespace FuncLibs.Blocks.Catalogue.Names;

/// <summary>
/// All signals of a stream, by name and by pattern. Made once for each revision of a catalogue; immutable, may be
/// shared by threads. A channel without points has no signals. Names count from 1 in their group: <c>servo1.force</c>,
/// <c>temp2.upper</c>, <c>ad7</c>, <c>bitin3</c>, <c>bitout1</c>.
/// </summary>
public sealed class StreamSignals
{
    private readonly Dictionary<string, SignalDescription> _byName;

    /// <summary>Names the signals of <paramref name="stream"/>.</summary>
    public StreamSignals(StreamDescription stream)
    {
        All =
        [
            .. Control(stream, SignalGroup.Servo, "servo", stream.Servo),
            .. Control(stream, SignalGroup.Temp, "temp", stream.Temp),
            .. stream.AD.Select((channel, i) => (Channel: channel, Place: i)).Where(one => IsThere(one.Channel)).Select(
                one => Describe(
                    stream,
                    one.Channel,
                    Name("ad", one.Place),
                    new(SignalGroup.AD, one.Place, 0),
                    one.Channel.Columns[0])),
            .. Bits(stream, SignalGroup.BitIn, "bitin", stream.BitIn.Length),
            .. Bits(stream, SignalGroup.BitOut, "bitout", stream.BitOut.Length),
        ];
        _byName = All.ToDictionary(s => s.Name, StringComparer.Ordinal);
    }

    /// <summary>Every signal, in the order of the block.</summary>
    public ImmutableArray<SignalDescription> All { get; }

    /// <summary>The signal with exactly this name, or null.</summary>
    public SignalDescription? Find(string name) => _byName.GetValueOrDefault(name);

    /// <summary>The signals whose names match a pattern, in the order of the block.</summary>
    /// <param name="pattern">A name in which <c>*</c> stands for any run of characters and <c>?</c> for one:
    /// <c>servo*.force</c>.</param>
    public IEnumerable<SignalDescription> Match(string pattern) =>
        All.Where(s => FileSystemName.MatchesSimpleExpression(pattern, s.Name, ignoreCase: false));

    private static IEnumerable<SignalDescription> Control(
        StreamDescription stream, SignalGroup group, string prefix, ImmutableArray<ChannelDescription> channels)
    {
        for (int i = 0; i < channels.Length; i++)
        {
            if (!IsThere(channels[i]))
                continue;
            ImmutableArray<string> names = ColumnNames.Create(channels[i]);
            for (int column = 0; column < names.Length; column++)
            {
                ColumnDescription? described =
                    column < ColumnIndex.Command ? null : channels[i].Columns[column - ColumnIndex.Command];
                yield return Describe(
                    stream, channels[i], $"{Name(prefix, i)}.{names[column]}", new(group, i, column), described);
            }
        }
    }

    private static bool IsThere(ChannelDescription channel) => channel.Points > 0;

    private static SignalDescription Describe(
        StreamDescription stream,
        ChannelDescription channel,
        string name,
        SignalAddress address,
        ColumnDescription? column) => new(
        name,
        address,
        column?.Unit ?? "",
        column?.Min ?? double.NegativeInfinity,
        column?.Max ?? double.PositiveInfinity,
        stream.BaseRateHz * channel.RateNum / channel.RateDen,
        channel.Points);

    private static IEnumerable<SignalDescription> Bits(
        StreamDescription stream, SignalGroup group, string prefix, int count) =>
        Enumerable.Range(0, count).Select(
            i => new SignalDescription(Name(prefix, i), new(group, i, 0), "", 0, 1, stream.BlocksPerSecond, 1));

    private static string Name(string prefix, int index) =>
        string.Create(CultureInfo.InvariantCulture, $"{prefix}{index + 1}");
}

/// <summary>One signal of a stream.</summary>
/// <param name="Name">Its name in expressions and configuration: <c>servo1.force</c>, <c>ad7</c>,
/// <c>bitin3</c>.</param>
/// <param name="Address">Where it is in a block.</param>
/// <param name="Unit">Unit of its values; empty is dimensionless.</param>
/// <param name="Min">Lower end of its range; minus infinity when unknown.</param>
/// <param name="Max">Upper end of its range.</param>
/// <param name="RateHz">Values a second; for a digital line, blocks a second.</param>
/// <param name="Points">Values of a full block.</param>
public sealed record SignalDescription(
    string Name, SignalAddress Address, string Unit, double Min, double Max, double RateHz, int Points);

/// <summary>
/// Names of the columns of one channel as they are in expressions: lower case letters, digits and <c>_</c>, unique in
/// the channel. The catalogue's text decides; what cannot be in a name becomes <c>_</c>, and a sensor without a
/// usable name of its own gets the default of its position: force, stroke, strain, pressure, spool, accel, torque,
/// temperature, then <c>s9</c> and so on.
/// </summary>
public static class ColumnNames
{
    private static readonly string[] FixedNames = ["activectrl", "count", "command", "output"];

    private static readonly string[] DefaultSensors =
        ["force", "stroke", "strain", "pressure", "spool", "accel", "torque", "temperature"];

    /// <summary>Names in the order of <see cref="ColumnIndex"/>: activectrl, count, command, output, sensors.</summary>
    public static ImmutableArray<string> Create(ChannelDescription channel)
    {
        var names = new List<string>(FixedNames);
        for (int sensor = 0; sensor < channel.Columns.Length - ChannelDescription.ControlColumns; sensor++)
        {
            string own = Clean(channel.Columns[sensor + ChannelDescription.ControlColumns].Name);
            string standard = sensor < DefaultSensors.Length ? DefaultSensors[sensor] : Numbered(sensor);
            string name = Usable(own) ? own : Usable(standard) ? standard : Numbered(sensor);
            while (!Usable(name))
                name += '_';
            names.Add(name);
        }

        return [.. names];

        bool Usable(string name) => name.Length > 0 && !names.Contains(name);
    }

    private static string Clean(string name) =>
        string.Concat(name.ToLowerInvariant().Select(c => char.IsAsciiLetterOrDigit(c) ? c : '_'));

    private static string Numbered(int sensor) => string.Create(CultureInfo.InvariantCulture, $"s{sensor + 1}");
}
