using System.Text.Json;

namespace SignalMonitor.Viewers.Foxglove;

/// <summary>What a viewer says.</summary>
internal abstract record FoxgloveCommand
{
    private FoxgloveCommand()
    {
    }

    /// <summary>Wants channels: number of the subscription, and of the channel.</summary>
    public sealed record Subscribe(IReadOnlyList<(uint Id, uint Channel)> Subscriptions) : FoxgloveCommand;

    /// <summary>Wants subscriptions no more.</summary>
    public sealed record Unsubscribe(IReadOnlyList<uint> Subscriptions) : FoxgloveCommand;

    /// <summary>An op that is not served here.</summary>
    public sealed record Other(string Op) : FoxgloveCommand;
}

/// <summary>Reads messages of a viewer.</summary>
internal static class FoxgloveCommandReader
{
    private const int MaxDepth = 8;
    private const int MaxOpLength = 64;

    /// <summary>Reads one; null with a fault for what is no message of the protocol.</summary>
    public static FoxgloveCommand? Read(ReadOnlyMemory<byte> message, out string fault)
    {
        fault = "a message must be a JSON object with a text op";
        try
        {
            using JsonDocument document =
                JsonDocument.Parse(message, new JsonDocumentOptions { MaxDepth = MaxDepth });
            JsonElement root = document.RootElement;
            if (root.ValueKind != JsonValueKind.Object || !root.TryGetProperty("op", out JsonElement op)
                || op.ValueKind != JsonValueKind.String)
                return null;
            string name = op.GetString()!;
            return name switch
            {
                "subscribe" => ReadSubscribe(root, out fault),
                "unsubscribe" => ReadUnsubscribe(root, out fault),
                _ => new FoxgloveCommand.Other(name.Length > MaxOpLength ? name[..MaxOpLength] : name),
            };
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            // An invalid escape or surrogate of a text is found when the text is taken.
            return null;
        }
    }

    private static FoxgloveCommand.Subscribe? ReadSubscribe(JsonElement root, out string fault)
    {
        fault = "subscriptions must be an array of {id, channelId}, numbers from 0 to 4294967295";
        if (!root.TryGetProperty("subscriptions", out JsonElement items) || items.ValueKind != JsonValueKind.Array)
            return null;
        List<(uint Id, uint Channel)> subscriptions = [];
        foreach (JsonElement item in items.EnumerateArray())
        {
            if (item.ValueKind != JsonValueKind.Object || !item.TryGetProperty("id", out JsonElement id)
                || !item.TryGetProperty("channelId", out JsonElement channel) || !TryNumber(id, out uint number)
                || !TryNumber(channel, out uint channelNumber))
                return null;
            subscriptions.Add((number, channelNumber));
        }

        return new FoxgloveCommand.Subscribe(subscriptions);
    }

    private static FoxgloveCommand.Unsubscribe? ReadUnsubscribe(JsonElement root, out string fault)
    {
        fault = "subscriptionIds must be an array of numbers from 0 to 4294967295";
        if (!root.TryGetProperty("subscriptionIds", out JsonElement items) || items.ValueKind != JsonValueKind.Array)
            return null;
        List<uint> ids = [];
        foreach (JsonElement item in items.EnumerateArray())
        {
            if (!TryNumber(item, out uint id))
                return null;
            ids.Add(id);
        }

        return new FoxgloveCommand.Unsubscribe(ids);
    }

    private static bool TryNumber(JsonElement element, out uint number)
    {
        number = 0;
        return element.ValueKind == JsonValueKind.Number && element.TryGetUInt32(out number);
    }
}
