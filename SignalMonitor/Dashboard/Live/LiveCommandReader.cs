using System.Collections.Immutable;
using System.Globalization;
using System.Text.Json;
using FuncLibs.Runtime.Diagnostics;

namespace SignalMonitor.Dashboard.Live;

/// <summary>
/// Reads the text messages of browsers, strictly: one JSON object with the members of its `op` and no others
/// (docs/wire-format.md).
/// </summary>
internal static class LiveCommandReader
{
    private static readonly JsonDocumentOptions Options = new() { MaxDepth = 4 };

    /// <summary>Reads a message.</summary>
    /// <param name="utf8">The message; no longer than <see cref="LiveLimits.MessageBytes"/>.</param>
    /// <param name="fault">What is wrong with it, in one line; empty when nothing is.</param>
    /// <returns>The command; null when it is none.</returns>
    public static LiveCommand? Read(ReadOnlyMemory<byte> utf8, out string fault)
    {
        try
        {
            using JsonDocument document = StrictJson.Parse(utf8, Options);
            Members members = new(document.RootElement);
            LiveCommand? command = Read(members);
            fault = members.Fault ?? "";
            return fault.Length > 0 ? null : command;
        }
        catch (JsonException)
        {
            fault = "the message is no JSON text";
            return null;
        }
    }

    private static LiveCommand? Read(Members members)
    {
        string op = members.Text("op", 16);
        LiveCommand? command = op switch
        {
            "subscribe" => new LiveCommand.Subscribe(
                members.Number("id"),
                members.Text("stream", LiveLimits.NameLength),
                members.Texts("signals", LiveLimits.Signals),
                members.Int64("widthNs")),
            "pairs" => new LiveCommand.Pairs(
                members.Number("id"),
                members.Text("stream", LiveLimits.NameLength),
                members.Text("x", LiveLimits.NameLength),
                members.Text("y", LiveLimits.NameLength),
                (int)members.Number("perSecond", int.MaxValue)),
            "unsubscribe" => new LiveCommand.Unsubscribe(members.Number("id")),
            "watch" => new LiveCommand.Watch(members.Texts("streams", LiveLimits.Watched)),
            "ack" => new LiveCommand.Acknowledge(members.Number("batch")),
            "pause" => new LiveCommand.Pause(),
            "resume" => new LiveCommand.Resume(),
            _ => null,
        };
        if (command is null)
            members.Refuse("op is none of subscribe, pairs, unsubscribe, watch, ack, pause, resume");
        members.End();
        return command;
    }

    // Takes the members of an object one by one; keeps the first fault.
    private sealed class Members
    {
        private readonly JsonElement _object;
        private readonly HashSet<string> _left = [];

        public Members(JsonElement root)
        {
            _object = root;
            if (root.ValueKind != JsonValueKind.Object)
            {
                Refuse("the message is no JSON object");
                return;
            }

            foreach (JsonProperty member in root.EnumerateObject())
            {
                if (!_left.Add(member.Name))
                    Refuse("a member is given twice");
            }
        }

        public string? Fault { get; private set; }

        public void Refuse(string fault) => Fault ??= fault;

        public void End()
        {
            if (_left.Count > 0)
                Refuse("there is a member that its op does not have");
        }

        public string Text(string name, int longest)
        {
            if (Take(name) is { ValueKind: JsonValueKind.String } member)
                return Checked(name, member.GetString()!, longest);
            Refuse($"{name} must be a text");
            return "";
        }

        public ImmutableArray<string> Texts(string name, int max)
        {
            if (Take(name) is not { ValueKind: JsonValueKind.Array } member || member.GetArrayLength() > max)
            {
                Refuse(string.Create(CultureInfo.InvariantCulture, $"{name} must be a list of at most {max} texts"));
                return [];
            }

            List<string> texts = [];
            foreach (JsonElement element in member.EnumerateArray())
            {
                if (element.ValueKind != JsonValueKind.String)
                    Refuse($"{name} must be a list of texts");
                else
                    texts.Add(Checked(name, element.GetString()!, LiveLimits.NameLength));
            }

            return [.. texts.Distinct()];
        }

        public uint Number(string name, uint largest = uint.MaxValue)
        {
            if (Take(name) is { ValueKind: JsonValueKind.Number } member && member.TryGetUInt32(out uint number)
                && number <= largest)
                return number;
            Refuse(string.Create(CultureInfo.InvariantCulture, $"{name} must be a whole number from 0 to {largest}"));
            return 0;
        }

        // A text: what is read as JSON elsewhere would lose its last digits.
        public long Int64(string name)
        {
            if (long.TryParse(
                Text(name, 20), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long number))
                return number;
            Refuse($"{name} must be a whole number in a text");
            return 0;
        }

        private string Checked(string name, string text, int longest)
        {
            if (text.Length is 0 || text.Length > longest)
                Refuse(string.Create(CultureInfo.InvariantCulture, $"{name} must have 1 to {longest} characters"));
            return text;
        }

        private JsonElement? Take(string name) =>
            Fault is null && _left.Remove(name) && _object.TryGetProperty(name, out JsonElement member) ? member : null;
    }
}
