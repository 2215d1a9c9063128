namespace FuncLibs.Amqp.Publishing;

/// <summary>What may be published and not confirmed at once.</summary>
/// <param name="Messages">Messages, 1 or more.</param>
/// <param name="Bytes">Bytes of their bodies, 1 or more; one message more may begin below it.</param>
public readonly record struct PublishWindow(int Messages, long Bytes)
{
    /// <summary>512 messages, 32 MiB.</summary>
    public static PublishWindow Default => new(512, 32 << 20);
}
