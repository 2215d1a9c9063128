using FuncLibs.Messaging.Delivery;

namespace FuncLibs.Tests.Messaging.Delivery.Simulation;

/// <summary>
/// What a consumer was given of one stream, kept apart from its account: each epoch is tiled by deliveries and losses,
/// without a gap and without an overlap, and deliveries only go up.
/// </summary>
internal sealed class DeliveryLedger
{
    private readonly SortedDictionary<ulong, (ulong First, ulong Next)> _epochs;
    private ulong _newest;

    public DeliveryLedger() => _epochs = [];

    private DeliveryLedger(DeliveryLedger saved) => (_epochs, _newest, Delivered, Lost) =
        (
            new SortedDictionary<ulong, (ulong First, ulong Next)>(saved._epochs),
            saved._newest,
            saved.Delivered,
            saved.Lost);

    public long Delivered { get; private set; }

    public long Lost { get; private set; }

    public IReadOnlyDictionary<ulong, (ulong First, ulong Next)> Epochs => _epochs;

    public DeliveryLedger Copy() => new(this);

    public void Deliver(ulong epoch, ulong sequence, string where)
    {
        if (epoch < _newest)
            throw new InvalidOperationException($"{where}: epoch {epoch} after epoch {_newest}");
        _newest = epoch;
        Tile(epoch, sequence, sequence, where);
        Delivered++;
    }

    public void Lose(LostRange range, string where)
    {
        Tile(range.Epoch, range.From, range.To, where);
        Lost += range.Count;
    }

    private void Tile(ulong epoch, ulong from, ulong to, string where)
    {
        ulong first = _epochs.Count == 0 ? from : 1;
        (ulong First, ulong Next) tiled = _epochs.GetValueOrDefault(epoch, (first, first));
        if (from != tiled.Next)
            throw new InvalidOperationException(
                $"{where}: epoch {epoch} is settled up to {tiled.Next - 1}, and then comes {from}");
        _epochs[epoch] = (tiled.First, to + 1);
    }
}
