using System.Collections.Immutable;
using System.Globalization;

namespace FuncLibs.Blocks.Catalogue.Names;

/// <summary>
/// Names of the columns of one channel as they stand in expressions: lower case letters, digits and <c>_</c>, unique in the channel.
/// The catalogue's text decides; what cannot stand in a name becomes <c>_</c>, and a sensor without a usable name of its own gets
/// the default of its position: force, stroke, strain, pressure, spool, accel, torque, temperature, then <c>s9</c> and so on.
/// </summary>
public static class ColumnNames
{
    private static readonly string[] FixedNames = ["activectrl", "count", "command", "output"];

    private static readonly string[] DefaultSensors = ["force", "stroke", "strain", "pressure", "spool", "accel", "torque", "temperature"];

    /// <summary>Names in the order of <see cref="ColumnIndex"/>: activectrl, count, command, output, sensors.</summary>
    public static ImmutableArray<string> Of(ChannelDescription channel)
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
