// Browsers start no worker for a page that is opened from a folder. The search, which is written
// as a worker, then runs in a hidden frame that takes and gives the same messages.
if (location.protocol === 'file:') {
  window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement('iframe');
      this.frame.hidden = true;
      this.frame.srcdoc = '<!doctype html><title>search</title>';
      this.inside = new Promise((ready) => {
        const load = () => ready(this.loaded(new URL(url, location)));
        this.frame.addEventListener('load', load, { once: true });
      });
      document.body.append(this.frame);
    }

    loaded(url) {
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent('message', { data }));
      const script = inside.document.createElement('script');
      script.src = url;
      return new Promise((ready) => {
        script.addEventListener('load', () => ready(inside), { once: true });
        inside.document.body.append(script);
      });
    }

    async postMessage(data) {
      const inside = await this.inside;
      inside.dispatchEvent(new inside.MessageEvent('message', { data }));
    }

    terminate() {
      this.frame.remove();
    }
  };
  window.Worker = window.IFrameWorker;
}
